import { describe, expect, it } from 'vitest';
import { openingAfter, readBreaker } from '../../../../core/delivery/channel-health.ts';
import { conclude } from '../../../../core/delivery/row/conclude.ts';
import { jobOfAttempt } from '../../../../core/delivery/job.ts';
import { job, NOW, rig, SCHEDULE } from '../rig.ts';

const tried = { at: '2026-11-20T10:00:00.000Z', outcome: 'retry', durationMs: 1 } as const;

describe('the conclusion of an attempt', () => {
  const ports = {
    jobs: { enqueue: async () => [] },
    deadLetters: { send: async () => undefined },
    now: () => NOW,
    random: () => 0.5,
  };

  it('counts from the attempt when the message is gone', async () => {
    const concluding = { job, context: { linked: true }, tried, schedule: SCHEDULE };
    const result = { kind: 'retry', error: 'busy', retryAfterSeconds: 60 } as const;

    expect(await conclude(ports, { ...concluding, result })).toMatchObject({ state: 'retrying' });
  });

  it('keeps which recipients need no further attempt', async () => {
    const concluding = { job, context: { linked: true }, tried, schedule: SCHEDULE };
    const result = { kind: 'retry', error: 'busy', settled: { abc: '' } } as const;

    expect(await conclude(ports, { ...concluding, result })).toMatchObject({ settled: { abc: '' } });
  });

  it('cannot be told of a result that nobody knows', async () => {
    const concluding = { job, context: { linked: true }, tried, schedule: SCHEDULE };

    await expect(conclude(ports, { ...concluding, result: { kind: 'odd' } as never })).rejects.toThrow('odd');
  });
});

describe('the next job of a delivery', () => {
  it('travels through the same queue, without what belonged to the attempt before', () => {
    const before = { ...job, carrier: 'aws', slotAt: NOW, interruptions: 3, redrive: true } as const;

    expect(jobOfAttempt(before, 2, 1)).toEqual({ ...job, carrier: 'aws', attempt: 2, retriesUsed: 1 });
  });
});

describe('a breaker without a length', () => {
  it('opens for half a minute, and for a minute after a probe that fails', () => {
    expect(readBreaker({ openUntil: NOW }, NOW - 1)).toMatchObject({ kind: 'open', openMs: 30_000 });
    expect(openingAfter({ outages: 5 }, { now: NOW, probeUntil: NOW })).toMatchObject({ openMs: 60_000 });
    expect(openingAfter({}, { now: NOW, probeUntil: undefined })).toBeUndefined();
  });
});

describe('an attempt that the host has no place for', () => {
  it('takes no turn along when it has none', async () => {
    const { deliver, done } = rig([], { hostIsFull: true });

    await deliver(job);

    expect(done.queued).toEqual([{ job, delaySeconds: 3 }]);
  });
});
