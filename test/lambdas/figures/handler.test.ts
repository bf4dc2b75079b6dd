import { marshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deliveryStates } from '../../../core/delivery/delivery.ts';
import { figureChangesOf } from '../../../core/figures/change.ts';
import { createHandler } from '../../../lambdas/figures/handler.ts';
import { countedChanges } from '../../../lib/constructs/figures/counted-changes.ts';
import { matcherOf } from '../../../local/mappings/filter-criteria.ts';
import {
  attempt,
  deliveryRow,
  messageIdAt,
  messageRow,
  NOON,
  ORGANIZATION,
  routed,
  WEBHOOK,
} from '../../core/figures/rows.ts';
import { memoryFigures } from '../../fakes/figures.ts';

const SWITCHED_ON = '2026-11-20T11:00:00.000';

interface Change {
  readonly before?: object;
  readonly after?: object;
}

function recordOf({ before, after }: Change, sequence: number) {
  const eventName = after === undefined ? 'REMOVE' : before === undefined ? 'INSERT' : 'MODIFY';
  const image = (row: object | undefined) =>
    row === undefined ? undefined : marshall(row, { removeUndefinedValues: true });
  return {
    eventName,
    dynamodb: { SequenceNumber: String(sequence), OldImage: image(before), NewImage: image(after) },
  };
}

function eventOf(
  changes: readonly Change[],
  arn = `arn:aws:dynamodb:eu-west-1:1:table/Messages/stream/${SWITCHED_ON}`,
) {
  return {
    shardId: 'shardId-1',
    eventSourceARN: arn,
    Records: changes.map((change, index) => recordOf(change, index + 1)),
    state: {},
    isFinalInvokeForWindow: false,
  };
}

async function handled(changes: readonly Change[], arn?: string) {
  const { pages, figures } = memoryFigures();
  const answer = await createHandler({ pages })(eventOf(changes, arn));
  const read = await figures.readPages(ORGANIZATION, { bucket: '1d', from: 0, until: Infinity });
  return { answer, counted: read[0]?.page.webhooks[WEBHOOK] };
}

const ID = messageIdAt(NOON);
const MESSAGE = messageRow(ID, [routed('ch_a'), routed('ch_b')]);

describe('the figures function', () => {
  it('counts what the stream tells, and carries nothing on', async () => {
    const delivered = deliveryRow(ID, 'ch_a', { state: 'delivered', attempts: [attempt('delivered', 300)] });

    const { answer, counted } = await handled([{ after: MESSAGE }, { after: delivered }]);

    expect(answer).toEqual({ state: {} });
    expect(counted).toMatchObject({ messages: 1, delivered: 1, pending: 1 });
  });

  it('reads the sets of rows that were replayed', async () => {
    const after = { ...MESSAGE, routing: [routed('ch_a')], everMatched: new Set(['ch_a', 'ch_b', 'ch_c']) };

    const { counted } = await handled([{ after: MESSAGE }, { before: MESSAGE, after }]);

    expect(counted).toMatchObject({ messages: 1, pending: 3 });
  });

  it('passes over rows that it does not know, and rows that are gone', async () => {
    const { counted } = await handled([{ after: { pk: 'x' } }, { before: MESSAGE }, { after: MESSAGE }]);

    expect(counted).toMatchObject({ messages: 1 });
  });

  it('counts no end of what began before the stream was switched on', async () => {
    const old = messageIdAt(Date.parse(`${SWITCHED_ON}Z`) - 60_000);
    const after = deliveryRow(old, 'ch_a', { state: 'delivered' });

    expect((await handled([{ after }])).counted).toBeUndefined();
    expect(
      (await handled([{ after }], 'arn:aws:dynamodb:eu-west-1:1:table/Messages/stream/current')).counted,
    ).toBeDefined();
  });

  it('has nothing to do at the end of a window', async () => {
    expect((await handled([])).answer).toEqual({ state: {} });
  });

  it('fails on an event that does not say which shard it is of', async () => {
    const { pages } = memoryFigures();
    const { shardId: _, ...event } = eventOf([]);

    await expect(createHandler({ pages })(event)).rejects.toThrow('shardId');
  });
});

describe('the filters of the mapping', () => {
  const patterns = countedChanges.map((filter) => String(Object(filter)['pattern']));
  const passes = matcherOf('test', patterns);

  it('hold back nothing that changes a figure', () => {
    const state = fc.constantFrom(...deliveryStates);
    const outcome = fc.constantFrom('retry', 'failed', 'delivered', 'skipped' as const);
    const row = fc
      .record({ state, outcomes: fc.array(outcome, { maxLength: 2 }) })
      .map(({ state, outcomes }) =>
        deliveryRow(ID, 'ch_a', { state, attempts: outcomes.map((it, index) => attempt(it, index * 100 + 100, 'no')) }),
      );
    const held = (before: object | undefined, after: object) => {
      const change = { ...(before === undefined ? {} : { before }), after };
      return passes(recordOf(change, 1)) ? [] : (figureChangesOf(change)?.changes ?? []);
    };

    const check = fc.property(fc.option(row, { nil: undefined }), row, (before, after) => {
      expect(held(before, after)).toEqual([]);
    });

    expect(() => fc.assert(check, { numRuns: 1000 })).not.toThrow();
  });

  it('let messages pass, new and replayed', () => {
    expect(passes(recordOf({ after: MESSAGE }, 1))).toBe(true);
    expect(passes(recordOf({ before: MESSAGE, after: MESSAGE }, 1))).toBe(true);
  });

  it.each<[string, Change]>([
    ['rows that expire', { before: MESSAGE }],
    ['ends that expire', { before: deliveryRow(ID, 'ch_a', { state: 'delivered' }) }],
    ['claims', { after: deliveryRow(ID, 'ch_a', { state: 'delivering' }) }],
    [
      'claims of a retry',
      {
        before: deliveryRow(ID, 'ch_a', { state: 'retrying' }),
        after: deliveryRow(ID, 'ch_a', { state: 'delivering' }),
      },
    ],
    ['deliveries that are parked', { after: deliveryRow(ID, 'ch_a', { state: 'queued' }) }],
  ])('hold back %s', (_, change) => {
    expect(passes(recordOf(change, 1))).toBe(false);
  });
});
