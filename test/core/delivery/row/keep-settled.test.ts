import { describe, expect, it } from 'vitest';
import type { Settled } from '../../../../core/channels/outcome.ts';
import type { DeliverPorts, RowPorts } from '../../../../core/delivery/delivery-ports.ts';
import { keepSettled } from '../../../../core/delivery/row/keep-settled.ts';
import { memoryDeliveries } from '../../../fakes/deliveries.ts';
import { job, message, NOW, rig } from '../rig.ts';

const claim = { job, leaseUntil: NOW + 90_000 };

/** Ports whose time passes by hand, and what was written. */
function ports(write: () => Promise<void> = async () => {}) {
  const written: Settled[] = [];
  const logged: unknown[] = [];
  let later: (() => Promise<void>)[] = [];
  const deliveries: RowPorts['deliveries'] = {
    ...memoryDeliveries(),
    async keep(_, __, settled) {
      await write();
      written.push(settled);
    },
  };
  const after: DeliverPorts['after'] = (ms, work) => {
    expect(ms).toBe(1000);
    let begun: Promise<void> | undefined;
    const begin = async () => (begun = work());
    later.push(begin);
    return async () => {
      later = later.filter((one) => one !== begin);
      await begun;
    };
  };
  const passTime = async () => {
    const due = later;
    later = [];
    for (const work of due) await work();
  };
  return { ports: { deliveries, after, log: (line: unknown) => logged.push(line) }, written, logged, passTime };
}

describe('what is settled of an attempt', () => {
  it('costs no write when the attempt is over before one is due, or has one recipient', async () => {
    const { ports: given, written } = ports();

    await keepSettled(given, claim, async (keep) => keep({ a: '' }));
    await keepSettled(given, claim, async () => undefined);

    expect(written).toEqual([]);
  });

  it('is written a second later, with all that is settled by then, and again when there is more', async () => {
    const { ports: given, written, passTime } = ports();

    await keepSettled(given, claim, async (keep) => {
      keep({ a: '' });
      keep({ a: '', b: '' });
      await passTime();
      await passTime();
      keep({ a: '', b: '', c: 'no' });
      await passTime();
    });

    expect(written).toEqual([
      { a: '', b: '' },
      { a: '', b: '', c: 'no' },
    ]);
  });

  it('is written once more when more was settled during a write', async () => {
    const settleMore = Promise.withResolvers<(settled: Settled) => void>();
    let writes = 0;
    const given = ports(async () => {
      writes += 1;
      if (writes === 1) (await settleMore.promise)({ a: '', b: '' });
    });

    await keepSettled(given.ports, claim, async (keep) => {
      settleMore.resolve(keep);
      keep({ a: '' });
      await given.passTime();
      await given.passTime();
    });

    expect(given.written).toEqual([{ a: '' }, { a: '', b: '' }]);
  });

  it('is not written any more when the attempt ends during a write', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const given = ports(async () => promise);

    await keepSettled(given.ports, claim, async (keep) => {
      keep({ a: '' });
      void given.passTime();
      keep({ a: '', b: '' });
      resolve();
    });
    await given.passTime();

    expect(given.written).toEqual([{ a: '' }]);
  });

  it('is written at once when the infrastructure fails under the attempt', async () => {
    const { ports: given, written } = ports();
    const failing = keepSettled(given, claim, async (keep) => {
      keep({ a: '' });
      throw new Error('the queue is down');
    });

    await expect(failing).rejects.toThrow('the queue is down');
    expect(written).toEqual([{ a: '' }]);
  });

  it('harms no delivery when it cannot be written', async () => {
    const given = ports(async () => Promise.reject(new Error('throttled')));

    await keepSettled(given.ports, claim, async (keep) => {
      keep({ a: '' });
      await given.passTime();
    });

    expect(given.logged).toMatchObject([{ event: 'recipients.unrecorded', error: 'Error: throttled' }]);
  });

  it('is known to the copy of a job that takes over from a function that died', async () => {
    const { deliveries } = rig([]);
    const { deliver } = rig([], {
      ports: {
        deliveries,
        after: (_, work) => {
          void work();
          return async () => {};
        },
        send: async (_, __, progress) => {
          progress?.keep?.({ a: '' });
          return new Promise(() => {});
        },
      },
    });
    void deliver(job);
    await new Promise((resolve) => setImmediate(resolve));
    let known: Settled | undefined;

    const later = NOW + 91_000;
    const claimed = await deliveries.claim(job, { now: later, leaseMs: 90_000 });
    if (claimed.kind === 'claimed') known = claimed.settled;

    expect(message.id).toBe(job.messageId);
    expect(known).toEqual({ a: '' });
  });
});
