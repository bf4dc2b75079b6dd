import { describe, expect, it } from 'vitest';
import { figureChangesOf } from '../../../core/figures/change.ts';
import { binOf } from '../../../core/figures/durations.ts';
import { noTally } from '../../../core/figures/tally.ts';
import { attempt, deliveryRow, messageIdAt, messageRow, NOON, ORGANIZATION, routed, WEBHOOK } from './rows.ts';

const ID = messageIdAt(NOON);
const tallies = (change: Parameters<typeof figureChangesOf>[0]) =>
  figureChangesOf(change)?.changes.map(({ of, id, tally }) => [of, id, tally]);

describe('a new message', () => {
  it('counts at its webhook, and pending at every channel that it was routed to', () => {
    const after = messageRow(ID, [routed('ch_a'), routed('ch_b'), routed('ch_c', 'slack', false)]);

    expect(figureChangesOf({ after })).toMatchObject({ organizationId: ORGANIZATION, messageId: ID, acceptedAt: NOON });
    expect(tallies({ after })).toEqual([
      ['webhooks', WEBHOOK, { ...noTally, messages: 1, pending: 2 }],
      ['channels', 'ch_a', { ...noTally, pending: 1 }],
      ['channels', 'ch_b', { ...noTally, pending: 1 }],
    ]);
  });

  it('counts its deliveries alone when the router said it: nobody sent it', () => {
    const after = messageRow(ID, [routed('ch_a')], { origin: 'system' });

    expect(tallies({ after })).toEqual([
      ['webhooks', WEBHOOK, { ...noTally, pending: 1 }],
      ['channels', 'ch_a', { ...noTally, pending: 1 }],
    ]);
  });

  it('is delivered to a stream at once', () => {
    const after = messageRow(ID, [routed('ch_live', 'live-stream')]);

    const pushed = figureChangesOf({ after })?.changes[1];

    expect(pushed).toEqual({
      of: 'channels',
      id: 'ch_live',
      tally: { ...noTally, delivered: 1 },
      standing: { lastDeliveredAt: '2026-11-20T12:00:00.000Z', latest: [{ messageId: ID, isDelivered: true }] },
    });
  });
});

describe('a message that is replayed', () => {
  const before = messageRow(ID, [routed('ch_a'), routed('ch_b', 'slack', false)]);

  it('counts the channels that were not routed to before', () => {
    const after = messageRow(ID, [routed('ch_a'), routed('ch_b')]);

    expect(tallies({ before, after })).toEqual([
      ['webhooks', WEBHOOK, { ...noTally, pending: 1 }],
      ['channels', 'ch_b', { ...noTally, pending: 1 }],
    ]);
  });

  it('takes nothing back from a channel that is routed to no more, nor counts it again later', () => {
    const without = messageRow(ID, [routed('ch_a', 'slack', false)]);
    const between = { ...without, everMatched: new Set(['ch_a']) };

    expect(figureChangesOf({ before, after: between })?.changes).toEqual([]);
    expect(figureChangesOf({ before: between, after: { ...before, everMatched: new Set(['ch_a']) } })?.changes).toEqual(
      [],
    );
  });

  it('remembers a channel that has no line any more', () => {
    const after = { ...messageRow(ID, [routed('ch_a')]), everMatched: new Set(['ch_a', 'ch_gone']) };

    expect(tallies({ before, after })).toEqual([
      ['webhooks', WEBHOOK, { ...noTally, pending: 1 }],
      ['channels', 'ch_gone', { ...noTally, pending: 1 }],
    ]);
  });
});

describe('a delivery', () => {
  const claimed = deliveryRow(ID, 'ch_a', { state: 'delivering' });
  const failure = attempt('retry', 1000, 'connection refused');

  it('that begins changes nothing', () => {
    expect(figureChangesOf({ after: claimed })?.changes).toEqual([]);
  });

  it('that is delivered is no longer pending, and took as long as it is after 201', () => {
    const after = deliveryRow(ID, 'ch_a', { state: 'delivered', attempts: [failure, attempt('delivered', 6000)] });
    const tally = { ...noTally, delivered: 1, pending: -1, durations: { [binOf(6000)]: 1 } };

    const { changes } = figureChangesOf({ before: claimed, after })!;

    expect(changes.map(({ of, id }) => [of, id])).toEqual([
      ['webhooks', WEBHOOK],
      ['channels', 'ch_a'],
    ]);
    for (const change of changes) expect(change.tally).toEqual(tally);
    expect(changes[1]?.standing).toEqual({
      lastDeliveredAt: '2026-11-20T12:00:06.000Z',
      lastFailure: { at: failure.at, error: 'connection refused' },
      latest: [{ messageId: ID, isDelivered: true }],
    });
  });

  it('that waits for a retry stays pending, and says how its channel stands', () => {
    const after = deliveryRow(ID, 'ch_a', { state: 'retrying', attempts: [failure] });

    const { changes } = figureChangesOf({ before: claimed, after })!;

    expect(changes).toEqual([
      {
        of: 'channels',
        id: 'ch_a',
        tally: noTally,
        standing: {
          lastFailure: { at: failure.at, error: 'connection refused' },
          latest: [{ messageId: ID, isDelivered: false }],
        },
      },
    ]);
  });

  it('that is skipped says nothing about its channel', () => {
    const after = deliveryRow(ID, 'ch_a', { state: 'skipped', attempts: [attempt('skipped', 10, 'switched off')] });

    const { changes } = figureChangesOf({ after })!;

    expect(changes.map(({ tally }) => tally)).toEqual(changes.map(() => ({ ...noTally, skipped: 1, pending: -1 })));
    expect(changes[1]?.standing).toBeUndefined();
  });

  it('that is made again after it failed is pending again', () => {
    const before = deliveryRow(ID, 'ch_a', { state: 'failed', attempts: [attempt('failed', 10)] });

    expect(tallies({ before, after: { ...before, state: 'queued' } })).toEqual([
      ['webhooks', WEBHOOK, { ...noTally, failed: -1, pending: 1 }],
      ['channels', 'ch_a', { ...noTally, failed: -1, pending: 1 }],
    ]);
  });

  it('that is delivered twice was as quick as the first time', () => {
    const attempts = [attempt('delivered', 100), attempt('delivered', 3_600_000)];
    const before = deliveryRow(ID, 'ch_a', { state: 'delivering', attempts: attempts.slice(0, 1) });
    const after = deliveryRow(ID, 'ch_a', { state: 'delivered', attempts });

    expect(figureChangesOf({ before, after })?.changes[0]?.tally.durations).toEqual({ [binOf(100)]: 1 });
  });

  it('that says delivered or failed without an attempt counts without a duration, and says nothing of its channel', () => {
    const delivered = figureChangesOf({ after: deliveryRow(ID, 'ch_a', { state: 'delivered' }) })!;

    expect(delivered.changes[1]).toMatchObject({ tally: { delivered: 1, durations: {} } });
    expect(delivered.changes[1]?.standing).toBeUndefined();
  });

  it('cuts what a receiver said, and does without', () => {
    const long = deliveryRow(ID, 'ch_a', { state: 'failed', attempts: [attempt('failed', 10, 'x'.repeat(500))] });
    const silent = deliveryRow(ID, 'ch_a', { state: 'failed', attempts: [attempt('failed', 10)] });
    const errors = [long, silent].map((after) => figureChangesOf({ after })?.changes[1]?.standing?.lastFailure?.error);

    expect(errors.map((error) => error?.length)).toEqual([200, 0]);
  });
});

describe('a row that is neither', () => {
  it.each([[{}], [{ ...messageRow(ID, []), id: 'msg_1' }], [undefined]])('counts nothing: %j', (after) => {
    expect(figureChangesOf({ after })).toBeUndefined();
  });
});
