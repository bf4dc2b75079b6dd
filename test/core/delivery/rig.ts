import type { Outcome } from '../../../core/channels/outcome.ts';
import { createDeliverer } from '../../../core/delivery/deliver.ts';
import type {
  DeliverPorts,
  DeliveryContext,
  DeliveryLog,
  EffectPorts,
  GatePorts,
  RowPorts,
} from '../../../core/delivery/delivery-ports.ts';
import type { DeliveryJob } from '../../../core/delivery/job.ts';
import type { Message } from '../../../core/delivery/message.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import { memoryHealth } from '../../fakes/channel-health.ts';
import { memoryPosts } from '../../fakes/alerts.ts';
import { memoryAsks } from '../../fakes/asks.ts';
import { memoryDeliveries } from '../../fakes/deliveries.ts';
import { outgoingMessage } from '../../../core/delivery/outgoing.ts';
import { memoryPaces } from '../../fakes/paces.ts';

export const NOW = Date.parse('2026-11-20T10:00:00.000Z');
export const SCHEDULE = [5, 30, 1800];

export const job: DeliveryJob = {
  organizationId: 'org_1',
  webhookId: 'wh_1',
  messageId: 'msg_01HX0000000000000000000000',
  channelId: 'ch_1',
  attempt: 1,
  retriesUsed: 0,
};

export const message: Message = {
  id: job.messageId,
  organizationId: 'org_1',
  webhookId: 'wh_1',
  webhookName: 'CI',
  content: { message: 'disk full', tags: [] },
  format: 'text',
  receivedAt: new Date(NOW).toISOString(),
  payload: { text: '{}' },
  routing: [],
  notes: [],
  hops: [],
  expiresAt: 0,
};

export const channel: Channel = {
  id: 'ch_1',
  organizationId: 'org_1',
  kind: 'webhook',
  name: 'Receiver',
  enabled: true,
  config: { url: 'https://receiver.example/hook', secret: 'whsec_x' },
  createdAt: '',
  updatedAt: '',
  version: 1,
};

export interface Overrides {
  readonly context?: Partial<DeliveryContext>;
  readonly exactly?: DeliveryContext;
  readonly queueRefuses?: boolean;
  readonly hostIsFull?: boolean;
  /** Ports of any part, by their own names. */
  readonly ports?: Partial<
    GatePorts & RowPorts & EffectPorts & Pick<DeliverPorts, 'context' | 'outgoing' | 'after' | 'posts' | 'answering'>
  >;
  /** How long each request takes. */
  readonly takesMs?: number;
  readonly hasSlowLane?: boolean;
  /** Stands between the deliverer and everything outside it. */
  readonly around?: Around;
}

/** Makes one call that leads outside, or does not. */
export type Around = (call: () => Promise<unknown>) => Promise<unknown>;

/** A deliverer whose receiver answers `outcomes` in turn, and everything it did. */
export function rig(outcomes: Outcome[], overrides: Overrides = {}) {
  const clock = { now: NOW };
  const done = {
    sent: 0,
    left: 0,
    queued: [] as { job: DeliveryJob; delaySeconds: number }[],
    deadLetters: [] as DeliveryJob[],
    disabled: [] as string[],
    logged: [] as DeliveryLog[],
  };
  const pending = new Set<{ ms: number; work: () => Promise<void> }>();
  const deliveries = memoryDeliveries();
  const health = memoryHealth();
  const parts: GatePorts & RowPorts & EffectPorts & Omit<DeliverPorts, 'gate' | 'row' | 'effects'> = {
    deliveries,
    health,
    paces: memoryPaces(),
    hosts: { enter: async () => (overrides.hostIsFull === true ? undefined : () => (done.left += 1)) },
    context: {
      async read() {
        const known = await health.read(channel.id);
        const found = known === undefined ? {} : { health: known };
        return overrides.exactly ?? { message, channel, linked: true, ...found, ...overrides.context };
      },
    },
    switchOff: async (_, reason) => void done.disabled.push(reason),
    jobs: {
      async enqueue(jobs, delaySeconds) {
        if (overrides.queueRefuses === true) return [...jobs];
        for (const queued of jobs) done.queued.push({ job: queued, delaySeconds });
        return [];
      },
    },
    outgoing: { read: async (read) => outgoingMessage(read, { get: async () => '{}' }) },
    posts: memoryPosts(),
    answering: { asks: memoryAsks(), deliveries, publicBaseUrl: 'https://notify.example.com' },
    deadLetters: { send: async (letter) => void done.deadLetters.push(letter) },
    async send() {
      done.sent += 1;
      const takesMs = overrides.takesMs ?? 40;
      for (const { ms, work } of pending) {
        if (ms > takesMs) continue;
        clock.now += ms;
        await work();
        clock.now -= ms;
      }
      clock.now += takesMs;
      return outcomes.shift() ?? { kind: 'delivered', status: 200 };
    },
    after(ms, work) {
      const later = { ms, work };
      pending.add(later);
      return async () => void pending.delete(later);
    },
    log: (line) => done.logged.push(line),
    now: () => clock.now,
    random: () => 0.5,
    ...overrides.ports,
  };
  const { around } = overrides;
  const { deliveries: rows, jobs, deadLetters, posts, health: known, context, outgoing, send } = parts;
  const ports = { deliveries: rows, jobs, deadLetters, posts, health: known, context, outgoing, send };
  const outside = around === undefined ? parts : { ...parts, ...throughout(ports, around) };
  const deliverer = createDeliverer(
    { ...outside, gate: outside, row: outside, effects: outside },
    {
      schedule: SCHEDULE,
      leaseMs: 90_000,
      hasSlowLane: overrides.hasSlowLane ?? false,
    },
  );
  return { ...deliverer, done, clock, health, deliveries, row: async (of = job) => deliveries.read(of) };
}

/** The same ports, called through `around`. */
function throughout<T extends object>(ports: T, around: Around): T {
  return new Proxy(ports, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value === 'object' && value !== null) return throughout(value, around);
      if (typeof value !== 'function') return value;
      return async (...given: unknown[]) => around(async () => Reflect.apply(value, target, given));
    },
  });
}
