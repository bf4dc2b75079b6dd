import { describe, expect, it } from 'vitest';
import { hasApprovers, mayDecide, readChoice } from '../../../core/ask/decide.ts';
import { anAsk } from '../../fakes/asks.ts';

const chosen = (choice: object) => ({ kind: 'choice', choice });

describe('a choice', () => {
  it('is an option of the ask', () => {
    expect(readChoice(anAsk(), { option: 'yes' })).toEqual(chosen({ option: 'yes' }));
    expect(readChoice(anAsk(), { option: 'yes', text: ' ' })).toEqual(chosen({ option: 'yes' }));
    expect(readChoice(anAsk(), { option: 'maybe' })).toMatchObject({
      issues: [{ path: 'option', message: 'must be one of "yes", "no"' }],
    });
    expect(readChoice(anAsk(), {})).toMatchObject({ issues: [{ path: 'option', message: 'is required' }] });
    expect(readChoice(anAsk(), { option: 'yes', text: 'but' })).toMatchObject({ issues: [{ path: 'text' }] });
  });

  it('may be words, where the ask takes them', () => {
    const ask = anAsk({ text: true });

    expect(readChoice(ask, { option: 'no', text: ' later\0 ' })).toEqual(chosen({ option: 'no', text: 'later' }));
    expect(readChoice(ask, { option: null, text: 'never' })).toEqual(chosen({ option: null, text: 'never' }));
    expect(readChoice(ask, { option: null, text: '' })).toMatchObject({ kind: 'invalid' });
    expect(readChoice(ask, { text: 'x'.repeat(5000) })).toMatchObject({ choice: { text: 'x'.repeat(4000) } });
  });
});

describe('approvers', () => {
  it('are everybody when nobody is named', () => {
    expect([hasApprovers(anAsk()), mayDecide(anAsk(), undefined)]).toEqual([false, true]);
  });

  it('are only those who are named, by address in any capitals, or by the id of the vendor', () => {
    const ask = anAsk({ approvers: ['Ann@Example.com', 'slack:U1'] });

    expect(hasApprovers(ask)).toBe(true);
    expect(mayDecide(ask, 'ann@example.COM')).toBe(true);
    expect(mayDecide(ask, 'slack:U1')).toBe(true);
    expect(['bob@example.com', 'slack:u1', 'telegram:U1', undefined].map((name) => mayDecide(ask, name))).toEqual(
      Array(4).fill(false),
    );
  });
});
