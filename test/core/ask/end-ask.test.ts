import { describe, expect, it } from 'vitest';
import { answerAsk, cancelAsk, readAsk } from '../../../core/ask/end-ask.ts';
import { anAsk, askRig, memoryAsks, NOW } from '../../fakes/asks.ts';

const by = { type: 'user', id: 'usr_1', name: 'ann@example.com' } as const;
const yes = { option: 'yes', by, channelId: null } as const;

describe('an ask', () => {
  it('is answered once: of a hundred at the same time one wins, and the others hear who did', async () => {
    const { ports, told } = askRig();

    const results = await Promise.all(
      Array.from({ length: 100 }, async (_, index) =>
        answerAsk(ports, anAsk(), { ...yes, by: { type: 'user', id: `usr_${index}` } }),
      ),
    );

    const winner = results.find(({ kind }) => kind === 'ended')?.ask;
    expect(results.filter(({ kind }) => kind === 'ended')).toHaveLength(1);
    expect(results.every(({ ask }) => ask.answer?.by.id === winner?.answer?.by.id)).toBe(true);
    expect(told).toEqual([{ organizationId: 'org_1', askId: anAsk().id }]);
  });

  it('is taken back, but not once it is answered', async () => {
    const taken = askRig();
    const late = askRig();

    const cancelled = await cancelAsk(taken.ports, anAsk());
    await answerAsk(late.ports, anAsk(), yes);
    const over = await cancelAsk(late.ports, anAsk());

    expect(cancelled).toMatchObject({ kind: 'ended', ask: { status: 'cancelled', dueAt: NOW } });
    expect(cancelled.ask).not.toHaveProperty('answer');
    expect(over).toMatchObject({ kind: 'over', ask: { status: 'answered', answer: { option: 'yes', at: NOW } } });
  });

  it('expires for whoever reads it after its time, and takes no answer then', async () => {
    const { ports, clock, told } = askRig();
    clock.now = anAsk().endsAt;

    const answer = await answerAsk(ports, anAsk(), yes);
    const read = await readAsk(ports, anAsk().id);

    expect(answer).toMatchObject({ kind: 'over', ask: { status: 'expired' } });
    expect(read?.status).toBe('expired');
    expect(read).not.toHaveProperty('answer');
    expect(told).toHaveLength(1);
  });

  it('has the option that was meant for it when it expires, chosen by the router', async () => {
    const ask = anAsk({ onExpiry: 'no' });
    const { ports, clock } = askRig([ask]);
    clock.now = ask.endsAt + 5;

    const read = await readAsk(ports, ask.id);

    expect(read).toMatchObject({
      status: 'expired',
      answer: { option: 'no', by: { type: 'system' }, channelId: null, at: ask.endsAt },
    });
  });

  it('stays as it was when it is gone meanwhile, and is nothing when it never was', async () => {
    const { ports } = askRig();

    const result = await answerAsk({ ...ports, asks: memoryAsks() }, anAsk(), yes);

    expect(result).toEqual({ kind: 'over', ask: anAsk() });
    expect(await readAsk(ports, 'ask_none')).toBeUndefined();
  });
});
