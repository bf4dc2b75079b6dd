import { describe, expect, it } from 'vitest';
import { answerAsk } from '../../../core/ask/end-ask.ts';
import { waitForEnd } from '../../../core/ask/wait.ts';
import { anAsk, askRig, memoryAsks, NOW } from '../../fakes/asks.ts';

const yes = { option: 'yes', by: { type: 'user', id: 'usr_1' }, channelId: null } as const;

describe('waiting for an answer', () => {
  it('tells how it stands at once when nobody wants to wait, or it has ended', async () => {
    const open = askRig();
    const over = askRig([anAsk({ status: 'cancelled' })]);

    expect((await waitForEnd(open.ports, anAsk(), 0)).ask.status).toBe('pending');
    expect((await waitForEnd(over.ports, anAsk({ status: 'cancelled' }), 25)).ask.status).toBe('cancelled');
    expect([...open.paused, ...over.paused]).toEqual([]);
  });

  it('looks every two seconds, and leaves its place when the time is over', async () => {
    const { ports, reads, paused, placesLeft } = askRig();

    const { ask } = await waitForEnd(ports, anAsk(), 5);

    expect(ask.status).toBe('pending');
    expect(paused).toEqual([2000, 2000, 1000]);
    expect(reads.count).toBe(3);
    expect(placesLeft()).toBe(1);
  });

  it('hears of an end at the next look', async () => {
    const { ports, paused } = askRig();
    const answering = {
      ...ports,
      pause: async (milliseconds: number) => {
        await ports.pause(milliseconds);
        if (paused.length === 2) await answerAsk(ports, anAsk(), yes);
      },
    };

    const { ask } = await waitForEnd(answering, anAsk(), 25);

    expect(ask).toMatchObject({ status: 'answered', answer: { option: 'yes' } });
    expect(paused).toHaveLength(2);
  });

  it('hears of an expiry at its very time', async () => {
    const ask = anAsk({ endsAt: NOW + 2500 });
    const { ports, clock, paused } = askRig([ask]);

    const waited = await waitForEnd(ports, ask, 25);

    expect(waited.ask.status).toBe('expired');
    expect(paused).toEqual([2000, 500]);
    expect(clock.now).toBe(ask.endsAt);
  });

  it('is asked to come back when too many wait', async () => {
    const { ports, paused } = askRig([anAsk()], { places: 0 });

    const waited = await waitForEnd(ports, anAsk(), 25);

    expect(waited).toEqual({ ask: anAsk(), retryAfterSeconds: 2 });
    expect(paused).toEqual([]);
  });

  it('leaves its place when a look fails, and goes on when the ask is gone', async () => {
    const failing = askRig();
    const gone = askRig();
    const asks = {
      ...failing.ports.asks,
      read: async () => {
        throw new Error('DynamoDB is away');
      },
    };

    await expect(waitForEnd({ ...failing.ports, asks }, anAsk(), 5)).rejects.toThrow('away');
    const waited = await waitForEnd({ ...gone.ports, asks: memoryAsks() }, anAsk(), 2);

    expect(failing.placesLeft()).toBe(1);
    expect(waited.ask.status).toBe('pending');
  });
});
