import { describe, expect, it } from 'vitest';
import { accountFor, type KnownDelivery, tableOf } from './accounts.ts';
import type { Cut } from './monkey.ts';
import type { Arrival, ChaosReceiver } from './receivers.ts';

const AT = 1_000_000;

function receiver(arrivals: Record<string, Arrival[]>, isHealthy = true): ChaosReceiver {
  const stop = async () => undefined;
  return { name: 'receiver', url: '', isHealthy, arrivals: new Map(Object.entries(arrivals)), stop };
}

function delivery(changes: Partial<KnownDelivery> = {}): KnownDelivery {
  return { messageId: 'msg_1', channelId: 'ch_1', state: 'delivered', isQueued: false, ...changes };
}

function account(of: { to: ChaosReceiver; deliveries?: KnownDelivery[]; cuts?: Cut[] }) {
  return accountFor({ receiver: of.to, channelId: 'ch_1', deliveries: of.deliveries ?? [], cuts: of.cuts ?? [] });
}

const once = { msg_1: [{ at: AT, deliveryId: 'dlv_1' }] };
const twice = {
  msg_1: [
    { at: AT, deliveryId: 'dlv_1' },
    { at: AT + 90_000, deliveryId: 'dlv_1' },
  ],
};

describe('what counts as lost', () => {
  it.each<[string, ChaosReceiver, KnownDelivery]>([
    ['what a healthy receiver was not sent', receiver({}), delivery()],
    ['what a healthy receiver got but is not known as delivered', receiver(once), delivery({ state: 'delivering' })],
    ['what a healthy receiver still waits for at the end', receiver({}), delivery({ state: 'queued', isQueued: true })],
    ['what has neither an end nor a next attempt', receiver({}, false), delivery({ state: 'retrying' })],
    ['what is held by a claim that nobody follows up', receiver({}, false), delivery({ state: 'delivering' })],
  ])('%s', (_, to, lost) => {
    expect(account({ to, deliveries: [lost] }).lost).toEqual(['msg_1']);
  });

  it.each<[string, ChaosReceiver, Partial<KnownDelivery>]>([
    ['what a healthy receiver got', receiver(once), {}],
    ['what failed', receiver({}, false), { state: 'failed' }],
    ['what is parked', receiver({}, false), { state: 'retrying', nextAttemptAt: 'soon' }],
    ['what has its job in a queue', receiver({}, false), { state: 'queued', isQueued: true }],
  ])('not %s', (_, to, known) => {
    expect(account({ to, deliveries: [delivery(known)] }).lost).toEqual([]);
  });
});

describe('a repetition at a healthy receiver', () => {
  it('is explained by a kill while the first attempt ran', () => {
    const cuts: Cut[] = [{ at: AT + 20, kind: 'instance killed' }];

    expect(account({ to: receiver(twice), cuts })).toMatchObject({ repeated: 1, unexplained: [] });
  });

  it('is explained by a call that did not write the outcome of this delivery', () => {
    const cuts: Cut[] = [{ at: AT + 20, kind: 'call failed', sortKey: 'msg_1#ch_1' }];

    expect(account({ to: receiver(twice), cuts })).toMatchObject({ repeated: 1, unexplained: [] });
  });

  it.each<[string, Cut[]]>([
    ['nothing', []],
    ['a kill before the first request', [{ at: AT - 5000, kind: 'stack killed' }]],
    ['a kill long after the function must have ended', [{ at: AT + 70_000, kind: 'stack killed' }]],
    ['a kill after the second request', [{ at: AT + 95_000, kind: 'stack killed' }]],
    ['a failed call for another delivery', [{ at: AT + 20, kind: 'call failed', sortKey: 'msg_2#ch_1' }]],
  ])('is not explained by %s', (_, cuts) => {
    expect(account({ to: receiver(twice), cuts }).unexplained).toEqual(['msg_1']);
  });

  it('is never explained when it carries another id', () => {
    const arrivals = { msg_1: [twice.msg_1[0]!, { at: AT + 90_000, deliveryId: 'dlv_2' }] };
    const cuts: Cut[] = [{ at: AT + 20, kind: 'stack killed' }];

    expect(account({ to: receiver(arrivals), cuts }).unexplained).toEqual(['msg_1']);
  });

  it('does not matter at a receiver that asks for it', () => {
    expect(account({ to: receiver(twice, false) })).toMatchObject({ requests: 2, repeated: 0, unexplained: [] });
  });
});

describe('the report', () => {
  it('is a table of the accounts', () => {
    const table = tableOf([account({ to: receiver(once), deliveries: [delivery()] })]);

    expect(table.split('\n')).toHaveLength(3);
    expect(table).toMatch(/^\| receiver \| expected \|/);
    expect(table).toMatch(/\| receiver \| +1 \| +1 \|/);
  });
});
