import { describe, expect, it } from 'vitest';
import { changesIn, planLines } from '../../../cli/commands/plan-words.ts';
import type { Plan } from '../../../cli/router/router.ts';

const plain = (_: unknown, text: string): string => text;
const plan = (...changes: Plan['changes']): Plan => ({ changes, digest: 'd' });

describe('a plan', () => {
  it('shows each change with its fields, and counts the rest', () => {
    const lines = planLines(
      plan(
        { action: 'none', type: 'channel', slug: 'ops', fields: [] },
        { action: 'create', type: 'channel', slug: 'mail', fields: [] },
        {
          action: 'update',
          type: 'webhook',
          slug: 'ci',
          drift: true,
          fields: [{ path: 'links.ops.filter', before: null, after: { priority: { gte: 3 } } }],
        },
        { action: 'delete', type: 'webhook', slug: null, fields: [] },
      ),
      plain,
    );

    expect(lines).toEqual([
      '+ create channel mail',
      '~ update webhook ci  (undoes what somebody changed by hand)',
      '    links.ops.filter: null → {"priority":{"gte":3}}',
      '- delete webhook (without a slug)',
      '1 to create, 1 to update, 1 to delete, 1 unchanged',
    ]);
  });

  it('says so when nothing changes', () => {
    const same = plan({ action: 'none', type: 'channel', slug: 'ops', fields: [] });

    expect(changesIn(same)).toEqual([]);
    expect(planLines(same, plain)).toEqual(['No changes: 0 to create, 0 to update, 0 to delete, 1 unchanged']);
  });

  it('keeps a value of somebody else from the terminal', () => {
    const fields = [{ path: 'name\u001b[2J', before: 'a\u009b31m', after: 'x'.repeat(500) }];
    const [, line = ''] = planLines(plan({ action: 'update', type: 'channel', slug: 'ops', fields }), plain);

    expect(line).toMatch(/^ {4}name: \P{Cc}{1,200}…$/u);
  });
});
