/**
 * What reading a body and evaluating ten filters costs, as multiples of `JSON.parse` of the same body.
 *
 * Run it alone with `npx node bench/read.ts`. Each round measures both, one after the other, so that whatever slows the
 * machine slows both; the figure is the median of the rounds' ratios.
 */
import { decodeBody } from '../core/notification/decode-body.ts';
import type { Notification } from '../core/notification/notification.ts';
import { readNotification } from '../core/notification/read-notification.ts';
import { evaluateFilter } from '../core/filter/evaluate.ts';
import type { Filter } from '../core/filter/filter.ts';

const ROUNDS = 301;
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
  let matched = 0;
  for (const filter of filters) matched += evaluateFilter(filter, notification).matched ? 1 : 0;
  return matched;
}

/** Microseconds per call of `work`, over about two milliseconds. */
function timeOf(work: () => unknown, calls: number): number {
  const started = performance.now();
  for (let call = 0; call < calls; call += 1) work();
  return ((performance.now() - started) * 1000) / calls;
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function compare(name: string, text: string, work: () => unknown): void {
  const calls = Math.max(4, Math.round(400_000 / text.length));
  const ratios: number[] = [];
  const parses: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const parse = timeOf(() => JSON.parse(text), calls);
    ratios.push(timeOf(work, calls) / parse);
    parses.push(parse);
  }
  const warm = ratios.slice(50);
  console.log(
    `${name.padEnd(58)} ${median(warm).toFixed(2)} x  (JSON.parse: ${median(parses.slice(50)).toFixed(1)} µs)`,
  );
}

for (const [size, target] of [
  [1024, 6],
  [102_400, 3],
] as const) {
  const guessed = bodyOf(size, false);
  const named = bodyOf(size, true);
  const mute = JSON.stringify({ items: JSON.parse(guessed).data });
  const bytes = new TextEncoder().encode(guessed);
  const notification = read(guessed);
  console.log(`${size / 1024} KB body, target ${target} x`);
  compare('  read, title and message named', named, () => read(named));
  compare('  read, title and message guessed', guessed, () => read(guessed));
  compare('  read, whole body as message', mute, () => read(mute));
  compare('  evaluate 10 filters', guessed, () => evaluateAll(notification));
  compare('  read guessed + 10 filters', guessed, () => evaluateAll(read(guessed)));
  compare('  decode bytes + read guessed + 10 filters', guessed, () =>
    evaluateAll(read(decodeBody(bytes, HEADERS['content-type']))),
  );
}
