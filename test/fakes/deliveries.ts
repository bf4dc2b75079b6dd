import type { DeliverPorts } from '../../core/delivery/deliver.ts';
import type { Delivery } from '../../core/delivery/delivery.ts';
import type { DeliveryJob } from '../../core/delivery/job.ts';

/** Delivery rows in memory, claimed by the same rules as the table: the contract suite runs against both. */
export function memoryDeliveries(): DeliverPorts['deliveries'] & {
  read(job: DeliveryJob): Promise<Delivery | undefined>;
  park(jobs: readonly DeliveryJob[], dueAt: number): Promise<void>;
} {
  const rows = new Map<string, Delivery>();
  const keyOf = ({ messageId, channelId }: DeliveryJob) => `${messageId}#${channelId}`;
  return {
    async claim(job, { now, leaseMs }) {
      const row = rows.get(keyOf(job));
      const open = row !== undefined && !['delivered', 'failed', 'skipped'].includes(row.state);
      const lapsed = row?.state === 'delivering' && row.attempt === job.attempt && (row.leaseUntil ?? 0) < now;
      if (row === undefined || (open && row.attempt < job.attempt) || lapsed) {
        const leaseUntil = now + leaseMs;
        const attempts = row?.attempts ?? [];
        rows.set(keyOf(job), { ...job, state: 'delivering', leaseUntil, attempts, expiresAt: 0 });
        return { kind: 'claimed', leaseUntil };
      }
      const busy = row.state === 'delivering' && row.attempt === job.attempt;
      return busy ? { kind: 'busy', leaseUntil: row.leaseUntil ?? 0 } : { kind: 'over' };
    },
    async finish(job, leaseUntil, { state, attempt, next }) {
      const row = rows.get(keyOf(job));
      if (row?.state !== 'delivering' || row.attempt !== job.attempt || row.leaseUntil !== leaseUntil) return;
      const { leaseUntil: _, ...kept } = row;
      rows.set(keyOf(job), {
        ...kept,
        state,
        attempts: [...row.attempts, attempt],
        ...(next === undefined ? {} : { retriesUsed: next.retriesUsed, nextAttemptAt: next.at }),
        ...(next?.parked === true ? { dueAt: next.at } : {}),
      });
    },
    async read(job) {
      return rows.get(keyOf(job));
    },
    async park(jobs, dueAt) {
      for (const job of jobs) {
        rows.set(keyOf(job), {
          ...job,
          state: 'queued',
          attempt: job.attempt - 1,
          attempts: [],
          dueAt: new Date(dueAt).toISOString(),
          expiresAt: 0,
        });
      }
    },
  };
}
