import { evaluateFilter } from '../core/filter/evaluate.ts';
import type { Filter } from '../core/filter/filter.ts';
import type { Notification } from '../core/message/notification.ts';
import { decodeBody } from '../core/notification/decode-body.ts';
import { readNotification } from '../core/notification/read-notification.ts';
import { type Ratio, ratio, type Target } from './ratio.ts';
import type { Report } from './report.ts';

const ROUNDS = 301;
/** Until the compiler has seen what matters. */
const WARM_UP_ROUNDS = 50;
const HEADERS = { 'content-type': 'application/json' };

const filters: readonly Filter[] = [
  { priority: { gte: 3 } },
  { tags: { any: ['production', 'database'] } },
  { tags: { none: ['test'] } },
  { path: 'data.environment', op: 'eq', value: 'production' },
  { path: 'data.items[0].state', op: 'in', value: ['open', 'reopened'] },
  { path: 'data.items[*].state', op: 'eq', value: 'closed' },
  { path: 'data.repository.name', op: 'startsWith', value: 'api-' },
  { not: { path: 'data.missing.path', op: 'exists' } },
  { all: [{ priority: { gt: 1 } }, { path: 'data.environment', op: 'ne', value: 'staging' }] },
  {
    any: [
      { path: 'data.count', op: 'gt', value: 100 },
      { path: 'action', op: 'contains', value: 'open' },
    ],
  },
];

/** A body in the way of real senders: no message of its own, what matters lies under a wrapper. */
function bodyOf(bytes: number, named: boolean): string {
  const items: object[] = [];
  const body = {
    ...(named ? { title: 'Deploy finished', message: 'Version 42 is live on all hosts' } : {}),
    action: 'opened',
    priority: 4,
    tags: ['production', 'ci'],
    data: {
      environment: 'production',
      count: 7,
      repository: { name: 'api-gateway', url: 'https://git.example.com/acme/api-gateway', private: true },
      issue: { title: 'Checkout fails for guests', description: 'Since the last deploy guests get an error 500.' },
      items,
    },
  };
  while (JSON.stringify(body).length < bytes) {
    const number = items.length;
    items.push({
      id: 1000 + number,
      state: number % 3 === 0 ? 'open' : 'merged',
      at: '2026-05-01T12:00:00Z',
      score: 0.5,
    });
  }
  return JSON.stringify(body);
}

function read(text: string): Notification {
  const result = readNotification({ text, headers: HEADERS });
  if (result.kind !== 'notification') throw new Error('the benchmark body must be readable');
  return result.notification;
}

function evaluateAll(notification: Notification): number {
  const subject = { ...notification.content, payload: notification.payload };
  let matched = 0;
  for (const filter of filters) matched += evaluateFilter(filter, subject).matched ? 1 : 0;
  return matched;
}

/** Microseconds of the processor per call of `work`: what else runs on the machine does not count. */
function timeOf(work: () => unknown, calls: number): number {
  const before = process.cpuUsage();
  for (let call = 0; call < calls; call += 1) work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

/** Work on a body, and what it may cost. */
interface Task {
  readonly name: string;
  readonly text: string;
  readonly target: Target;
  readonly work: () => unknown;
}

function compare({ name, text, target, work }: Task): Ratio {
  const calls = Math.max(4, Math.round(400_000 / text.length));
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const parse = timeOf(() => JSON.parse(text), calls);
    ratios.push(timeOf(work, calls) / parse);
  }
  return ratio(name, ratios.slice(WARM_UP_ROUNDS), target);
}

/**
 * What reading a body and evaluating ten filters costs, as multiples of `JSON.parse` of the same body, measured one
 * after the other in each round.
 */
export async function run(): Promise<Report> {
  return { ratios: [...sized(1024, { atMost: 6 }), ...sized(102_400, { atMost: 3 })] };
}

function sized(size: number, target: Target): Ratio[] {
  const guessed = bodyOf(size, false);
  const named = bodyOf(size, true);
  const mute = JSON.stringify({ items: JSON.parse(guessed).data });
  const bytes = new TextEncoder().encode(guessed);
  const notification = read(guessed);
  const of = (name: string, text: string, work: () => unknown) =>
    compare({ name: `read: ${size / 1024} KB, ${name}`, text, target, work });
  return [
    of('title and message named', named, () => read(named)),
    of('title and message guessed', guessed, () => read(guessed)),
    of('whole body as message', mute, () => read(mute)),
    of('10 filters', guessed, () => evaluateAll(notification)),
    of('guessed + 10 filters', guessed, () => evaluateAll(read(guessed))),
    of('bytes decoded + guessed + 10 filters', guessed, () =>
      evaluateAll(read(decodeBody(bytes, HEADERS['content-type']))),
    ),
  ];
}
