import type { AlertPress } from '../../core/alert/alert-press.ts';
import type { AskJob } from '../../core/ask/ask-job.ts';
import { type AskEnds, type AskList, type AskOpener, type AskTimers, statusAt } from '../../core/ask/ask-store.ts';
import { type Ask, ended, mayEnd } from '../../core/ask/ask.ts';
import type { PressCheck, PressPorts } from '../../core/ask/press.ts';
import type { WaitPorts } from '../../core/ask/wait.ts';
import type { AskingPorts } from '../../core/sending/asking.ts';

export const NOW = Date.parse('2026-11-20T10:00:00.000Z');
export const CHANNEL = 'ch_01KAG20RM0CHANNE00000000AA';
const ULID = '01KAG20RM0ABCDEFGHJKMNPQR0';

/** An open ask of ten minutes. */
export function anAsk(own: Partial<Ask> = {}): Ask {
  return {
    id: `ask_${ULID}`,
    organizationId: 'org_1',
    webhookId: 'wh_1',
    webhookName: 'CI',
    messageId: `msg_${ULID}`,
    content: { title: 'Deploy?', message: 'Version 7 to production', tags: ['deploy'] },
    options: [
      { id: 'yes', label: 'Approve', style: 'primary' },
      { id: 'no', label: 'Reject', style: 'danger' },
    ],
    text: false,
    approvers: [],
    channels: [{ channelId: CHANNEL, kind: 'email', answers: true }],
    hops: [],
    seed: 'c2VlZA',
    createdAt: NOW,
    endsAt: NOW + 600_000,
    status: 'pending',
    dueAt: NOW + 600_000,
    ...own,
  };
}

/** Asks in memory, by the same rules as the table: the contract suite runs against both. */
export function memoryAsks(asks: readonly Ask[] = []): AskOpener & AskEnds & AskList & AskTimers {
  const rows = new Map(asks.map((ask) => [ask.id, ask]));
  return {
    read: async (askId) => rows.get(askId),
    async open(ask) {
      const known = rows.get(ask.id);
      if (known === undefined) rows.set(ask.id, ask);
      return known ?? ask;
    },
    async end(askId, end) {
      const ask = rows.get(askId);
      if (ask === undefined) return undefined;
      if (!mayEnd(ask, end)) return { kind: 'refused', ask };
      const after = ended(ask, end);
      rows.set(askId, after);
      return { kind: 'ended', ask: after };
    },
    async list({ organizationId, page, status, now }) {
      const found = [...rows.values()]
        .filter((ask) => ask.organizationId === organizationId)
        .filter(({ id }) => page.after === undefined || id < page.after)
        .filter((ask) => status === undefined || statusAt(ask, now) === status)
        .sort((a, b) => (a.id < b.id ? 1 : -1));
      const items = found.slice(0, page.limit);
      const last = items.at(-1);
      return { items, ...(last === undefined || items.length === found.length ? {} : { next: last.id }) };
    },
    async *due(until) {
      for (const { id, organizationId, dueAt } of rows.values()) {
        if (dueAt !== undefined && dueAt <= until) yield { id, organizationId, dueAt };
      }
    },
    async clear({ id, dueAt }) {
      const ask = rows.get(id);
      if (ask === undefined || ask.dueAt !== dueAt) return;
      const { dueAt: _, taskToken: __, ...rest } = ask;
      rows.set(id, rest);
    },
  };
}

/** Asks, a clock that moves with each pause, and what is told. */
export function askRig(asks: readonly Ask[] = [anAsk()], { places = 1 } = {}) {
  const store = memoryAsks(asks);
  const told: AskJob[] = [];
  const clock = { now: NOW };
  const reads = { count: 0 };
  const paused: number[] = [];
  let left = places;
  const checks = new Map<string, PressCheck>();
  const queue = { passed: [] as AlertPress[], isFull: false };
  const ports: WaitPorts & PressPorts = {
    checks: { read: async (channelId) => checks.get(channelId) },
    asks: {
      ...store,
      read: async (askId) => {
        reads.count += 1;
        return store.read(askId);
      },
    },
    tell: async (job) => void told.push(job),
    pass: async (press) => {
      if (!queue.isFull) queue.passed.push(press);
      return !queue.isFull;
    },
    now: () => clock.now,
    pause: async (milliseconds) => {
      paused.push(milliseconds);
      clock.now += milliseconds;
    },
    places: {
      take: async () => {
        if (left === 0) return undefined;
        left -= 1;
        return async () => void (left += 1);
      },
    },
  };
  return { ports, store, told, queue, clock, reads, paused, checks, placesLeft: () => left };
}

/** What asking needs, in memory. */
export function memoryAsking() {
  const store = memoryAsks();
  const told: { readonly job: AskJob; readonly delaySeconds: number }[] = [];
  const ports: AskingPorts = {
    asks: store,
    tell: async (job, delaySeconds) => void told.push({ job, delaySeconds }),
    newSeed: () => 'c2VlZA',
    publicBaseUrl: 'https://notify.example.com',
    completesTasks: true,
  };
  return { ports, store, told };
}
