import type { Settled } from '../../core/channels/outcome.ts';
import type { Claim, DeliveryRows } from '../../core/delivery/delivery-ports.ts';
import { type Delivery, hasEnded } from '../../core/delivery/delivery.ts';
import type { DeliveryJob } from '../../core/delivery/job.ts';
import type { DeliveryReopener } from '../../core/delivery/reopen.ts';

type Place = Pick<DeliveryJob, 'organizationId' | 'messageId' | 'channelId'>;

function answered({ firstResponse }: Delivery, response: Delivery['lastResponse']): Partial<Delivery> {
  return response === undefined ? {} : { firstResponse: firstResponse ?? response, lastResponse: response };
}

/** Delivery rows in memory, claimed by the same rules as the table: the contract suite runs against both. */
export function memoryDeliveries(): DeliveryRows &
  DeliveryReopener & {
    read(at: Place): Promise<Delivery | undefined>;
    park(jobs: readonly DeliveryJob[], dueAt: number): Promise<void>;
  } {
  const rows = new Map<string, Delivery>();
  const keyOf = ({ messageId, channelId }: Place) => `${messageId}#${channelId}`;

  function refusal(job: DeliveryJob, now: number): Exclude<Claim, { kind: 'claimed' }> | undefined {
    const row = rows.get(keyOf(job));
    if (row === undefined) return undefined;
    const finals = job.redrive === true ? ['delivered', 'skipped'] : ['delivered', 'skipped', 'failed'];
    if (row.attempt < job.attempt && !finals.includes(row.state)) return undefined;
    const holds = row.state === 'delivering' && row.attempt === job.attempt;
    if (holds && (row.leaseUntil ?? 0) < now) return undefined;
    if (hasEnded(row)) return { kind: 'ended' };
    return holds ? { kind: 'busy', leaseUntil: row.leaseUntil ?? 0 } : { kind: 'over' };
  }

  function write(job: DeliveryJob, changes: Partial<Delivery> & Pick<Delivery, 'state' | 'attempt'>): void {
    const { organizationId, webhookId, messageId, channelId, retriesUsed } = job;
    const { attempts = [], firstResponse, lastResponse, notes } = rows.get(keyOf(job)) ?? {};
    const seen = { ...(firstResponse && lastResponse && { firstResponse, lastResponse }), ...(notes && { notes }) };
    const ids = { organizationId, webhookId, messageId, channelId, retriesUsed };
    rows.set(keyOf(job), { ...ids, attempts, expiresAt: 0, ...seen, ...changes });
  }

  function settledOf(job: DeliveryJob): { settled?: Settled } {
    const settled = rows.get(keyOf(job))?.settled;
    return settled === undefined ? {} : { settled };
  }

  return {
    async claim(job, { now, leaseMs }) {
      const refused = refusal(job, now);
      if (refused !== undefined) return refused;
      const leaseUntil = now + leaseMs;
      const settled = settledOf(job);
      write(job, { state: 'delivering', attempt: job.attempt, leaseUntil, ...settled });
      return { kind: 'claimed', leaseUntil, ...settled };
    },
    async putOff(job, { now, at }) {
      const refused = refusal(job, now);
      if (refused !== undefined) return refused;
      const dueAt = new Date(at).toISOString();
      const turn = job.slotAt === undefined ? {} : { slotAt: job.slotAt };
      const state = job.attempt === 1 ? 'queued' : 'retrying';
      write(job, { state, attempt: job.attempt - 1, nextAttemptAt: dueAt, dueAt, ...turn, ...settledOf(job) });
      return { kind: 'claimed', leaseUntil: at };
    },
    async finish(job, leaseUntil, { state, attempt, next, settled, response, notes, reference }) {
      const row = rows.get(keyOf(job));
      if (row?.state !== 'delivering' || row.attempt !== job.attempt || row.leaseUntil !== leaseUntil) return;
      const { leaseUntil: _, ...kept } = row;
      rows.set(keyOf(job), {
        ...kept,
        state,
        attempts: [...row.attempts, attempt],
        ...(next === undefined ? {} : { retriesUsed: next.retriesUsed, nextAttemptAt: next.at }),
        ...(next?.parked === true ? { dueAt: next.at } : {}),
        ...(settled === undefined ? {} : { settled }),
        ...(notes === undefined ? {} : { notes: [...notes] }),
        ...(reference === undefined ? {} : { reference }),
        ...answered(row, response && { at: attempt.at, ...response }),
      });
    },
    async end(job, { now, state, attempt }) {
      const refused = refusal(job, now);
      if (refused !== undefined) return refused;
      const { attempts = [] } = rows.get(keyOf(job)) ?? {};
      write(job, { state, attempt: job.attempt, attempts: [...attempts, attempt] });
      return { kind: 'written' };
    },
    async keep(job, leaseUntil, settled) {
      const row = rows.get(keyOf(job));
      if (row?.state !== 'delivering' || row.attempt !== job.attempt || row.leaseUntil !== leaseUntil) return;
      rows.set(keyOf(job), { ...row, settled });
    },
    async reopen(job, { now, dueAt }) {
      const row = rows.get(keyOf(job));
      if (row === undefined ? job.attempt !== 1 : row.attempt !== job.attempt - 1) return false;
      if (row?.state === 'delivering' && (row.leaseUntil ?? 0) >= now) return false;
      const nextAttemptAt = new Date(now).toISOString();
      write(job, { state: 'queued', attempt: job.attempt - 1, nextAttemptAt, dueAt: new Date(dueAt).toISOString() });
      return true;
    },
    async read(at) {
      return rows.get(keyOf(at));
    },
    async park(jobs, dueAt) {
      for (const job of jobs) {
        write(job, { state: 'queued', attempt: job.attempt - 1, dueAt: new Date(dueAt).toISOString() });
      }
    },
  };
}
