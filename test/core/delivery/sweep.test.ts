import { describe, expect, it } from 'vitest';
import type { DeliveryJob } from '../../../core/delivery/job.ts';
import { type ParkedDelivery, sweep } from '../../../core/delivery/sweep.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');

function parked(channelId: string, seconds: number): ParkedDelivery {
  return {
    organizationId: 'org_1',
    webhookId: 'wh_1',
    messageId: 'msg_01HX0000000000000000000000',
    channelId,
    attempt: 4,
    retriesUsed: 4,
    dueAt: new Date(NOW + seconds * 1000).toISOString(),
  };
}

function rig(rows: ParkedDelivery[], refuses: (job: DeliveryJob) => boolean = () => false) {
  const steps: string[] = [];
  const queued: { job: DeliveryJob; delaySeconds: number }[] = [];
  const asked: { shard: number; until: string }[] = [];
  let pagesLeft = 1;
  const run = async () =>
    sweep({
      due: {
        async *pages(shard, until) {
          asked.push({ shard, until });
          if (shard > 0) return;
          yield rows;
          yield [parked('ch_second_page', 0)];
        },
        clear: async ({ channelId }) => void steps.push(`clear ${channelId}`),
      },
      jobs: {
        async enqueue(jobs, delaySeconds) {
          const taken = jobs.filter((job) => !refuses(job));
          for (const job of taken) {
            queued.push({ job, delaySeconds });
            steps.push(`send ${job.channelId}`);
          }
          return jobs.filter(refuses);
        },
      },
      now: () => NOW,
      hasTime: () => (pagesLeft -= 1) > 0,
    });
  return { run, steps, queued, asked, allowPages: (pages: number) => (pagesLeft = pages) };
}

describe('sweeping', () => {
  it('enqueues what falls due within a minute, each with its exact delay and the next attempt number', async () => {
    const { run, queued, asked } = rig([parked('ch_late', -30), parked('ch_soon', 42)]);

    const swept = await run();

    expect(swept).toEqual({ enqueued: 2, left: 0, lateMs: 30_000 });
    const until = '2026-11-20T10:01:00.000Z';
    expect(asked).toEqual([0, 1, 2, 3].map((shard) => ({ shard, until })));
    expect(queued).toMatchObject([
      { job: { channelId: 'ch_late', attempt: 5, retriesUsed: 4 }, delaySeconds: 0 },
      { job: { channelId: 'ch_soon', attempt: 5, retriesUsed: 4 }, delaySeconds: 42 },
    ]);
  });

  it('clears a mark only after its job was sent', async () => {
    const { run, steps } = rig([parked('ch_1', 0)]);

    await run();

    expect(steps).toEqual(['send ch_1', 'clear ch_1']);
  });

  it('leaves parked what the queue does not take', async () => {
    const { run, steps } = rig([parked('ch_1', 0), parked('ch_2', 0)], (job) => job.channelId === 'ch_1');

    expect(await run()).toEqual({ enqueued: 1, left: 1, lateMs: 0 });
    expect(steps).toEqual(['send ch_2', 'clear ch_2']);
  });

  it('hands on the turn that a delivery has at its destination', async () => {
    const { run, queued } = rig([{ ...parked('ch_1', 5), slotAt: NOW + 5000 }]);

    await run();

    expect(queued).toMatchObject([{ job: { slotAt: NOW + 5000 } }]);
  });

  it('leaves further pages to the next run when its time is over', async () => {
    const { run, allowPages } = rig([parked('ch_1', 0)]);

    expect(await run()).toEqual({ enqueued: 1, left: 0, lateMs: 0 });

    allowPages(10);
    expect(await run()).toEqual({ enqueued: 2, left: 0, lateMs: 0 });
  });
});
