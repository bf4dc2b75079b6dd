import { describe, expect, it } from 'vitest';
import type { DeliveryJob } from '../../../core/delivery/job.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import { dueLevel, type QuotaState, type QuotaWarning, warnOfQuotas } from '../../../core/usage/warn-of-quotas.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');

const channel: Channel = {
  id: 'ch_1',
  organizationId: 'org_1',
  kind: 'webhook',
  name: 'Operations',
  enabled: true,
  config: {},
  createdAt: '',
  updatedAt: '',
  version: 1,
};

function rig(state: QuotaState | undefined, { marked = [channel], isFirst = true, hasTime = true } = {}) {
  const warnings: QuotaWarning[] = [];
  const jobs: DeliveryJob[] = [];
  const run = async () =>
    warnOfQuotas({
      async *organizations() {
        yield 'org_1';
      },
      quotas: {
        read: async () => state,
        warn: async (warning) => {
          warnings.push(warning);
          return isFirst;
        },
      },
      marked: async () => marked,
      jobs: {
        enqueue: async (wanted) => {
          jobs.push(...wanted);
          return [];
        },
      },
      now: () => NOW,
      newUlid: () => '01K00000000000000000000000',
      hasTime: () => hasTime,
    });
  return { warnings, jobs, run };
}

describe('the level to be told', () => {
  it.each<[QuotaState, number | undefined]>([
    [{ count: 2399, limit: 3000 }, undefined],
    [{ count: 2400, limit: 3000 }, 80],
    [{ count: 2849, limit: 3000 }, 80],
    [{ count: 2850, limit: 3000 }, 95],
    [{ count: 3000, limit: 3000 }, 100],
    [{ count: 2500, limit: 3000, warned: { limit: 3000, level: 80 } }, undefined],
    [{ count: 2850, limit: 3000, warned: { limit: 3000, level: 80 } }, 95],
    [{ count: 3000, limit: 3000, warned: { limit: 3000, level: 100 } }, undefined],
    [{ count: 3000, limit: 25_000, warned: { limit: 3000, level: 100 } }, undefined],
    [{ count: 20_000, limit: 25_000, warned: { limit: 3000, level: 100 } }, 80],
  ])('%j is %s', (state, level) => {
    expect(dueLevel(state)).toBe(level);
  });
});

describe('a quota that runs out', () => {
  it('is told through the marked channels and noted in the audit log', async () => {
    const { run, warnings, jobs } = rig({ count: 2850, limit: 3000 });

    const count = await run();

    expect(count).toBe(1);
    expect(warnings).toMatchObject([
      {
        month: '2026-11',
        level: 95,
        entry: { action: 'quota.warned', actor: { type: 'system' }, target: 'org_1' },
        notice: { content: { title: 'Message quota 95 % used', priority: 4, tags: ['router', 'quota'] } },
      },
    ]);
    expect(jobs).toMatchObject([{ channelId: 'ch_1', attempt: 1 }]);
  });

  it('is urgent when it is used up', async () => {
    const { run, warnings } = rig({ count: 3000, limit: 3000 });

    await run();

    expect(warnings[0]?.notice).toMatchObject({
      content: { title: 'Message quota used up', priority: 5 },
    });
  });

  it('is only noted where no channel is marked', async () => {
    const { run, warnings, jobs } = rig({ count: 2400, limit: 3000 }, { marked: [] });

    await run();

    expect(warnings[0]).not.toHaveProperty('notice');
    expect(jobs).toEqual([]);
  });

  it('is told by one of two runs', async () => {
    const { run, jobs } = rig({ count: 2400, limit: 3000 }, { isFirst: false });

    expect(await run()).toBe(0);
    expect(jobs).toEqual([]);
  });

  it('is told by the next run when this one is out of time', async () => {
    const { run, warnings } = rig({ count: 2400, limit: 3000 }, { hasTime: false });

    expect(await run()).toBe(0);
    expect(warnings).toEqual([]);
  });

  it('is no matter where nothing was sent', async () => {
    const { run, warnings } = rig(undefined);

    expect(await run()).toBe(0);
    expect(warnings).toEqual([]);
  });
});
