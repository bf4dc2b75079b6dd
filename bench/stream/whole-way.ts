import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { managementApi } from '../../test/integration/api.ts';
import { type Stack, startStack } from '../../test/integration/stack.ts';
import { streamTasks } from '../../test/integration/stream-tasks.ts';
import { quantile } from '../ratio.ts';
import type { Table } from '../report.ts';

/** Moments of one notification, in milliseconds of the same clock. */
interface Way {
  readonly posted: number;
  stored?: number;
  /** Seen on a stream of the service itself, past its reading of the event stream. */
  sent?: number;
  /** Seen on a stream through the base URL, as a reader sees it. */
  received?: number;
}

interface Pace {
  readonly name: string;
  readonly count: number;
  readonly everyMs: () => number;
}

const PACES: readonly Pace[] = [
  { name: 'every second or two', count: 20, everyMs: () => 1200 + Math.random() * 1000 },
  { name: 'five a second', count: 100, everyMs: () => 200 },
];

/** From `POST /n/…` to the `data:` line in the reader on the whole local stack, with the part of each hop. */
export async function measureWholeWay(): Promise<Table> {
  const stack = await startStack();
  try {
    const api = managementApi(stack);
    const channel = await api.createChannel({ kind: 'live-stream', name: 'Bench', config: {} });
    const webhook = await api.createWebhook({ name: 'Bench' });
    await api.link(webhook.id, channel.id);
    const streamUrl = channel.streamUrl ?? '';
    const ways = new Map<string, Way>();
    const close = [
      await listen(streamUrl, (mark, at) => set(ways.get(mark), 'received', at)),
      await listen(await ownAddress(stack, streamUrl), (mark, at) => set(ways.get(mark), 'sent', at)),
    ];
    const rows: Table['rows'][number][] = [];
    for (const pace of PACES) rows.push(...(await measure({ pace, endpointUrl: webhook.endpointUrl, ways })));
    for (const end of close) end();
    return { title: 'the whole way', columns: ['of', 'p50, ms', 'p99, ms'], rows };
  } finally {
    await stack.stop();
  }
}

type Task = { readonly pace: Pace; readonly endpointUrl: string; readonly ways: Map<string, Way> };

async function measure({ pace, endpointUrl, ways }: Task): Promise<Table['rows']> {
  ways.clear();
  for (let n = 0; n < pace.count; n += 1) {
    const way: Way = { posted: performance.now() };
    ways.set(String(n), way);
    const body = JSON.stringify({ message: `@${n}@` });
    void fetch(endpointUrl, { method: 'POST', body }).then(() => set(way, 'stored', performance.now()));
    await delay(pace.everyMs());
  }
  const deadline = Date.now() + 5000;
  const complete = () => [...ways.values()].every(({ stored, sent, received }) => stored && sent && received);
  while (!complete() && Date.now() < deadline) await delay(20);
  return rowsOf(pace.name, [...ways.values()]);
}

function rowsOf(name: string, ways: readonly Way[]): Table['rows'] {
  const spans: [string, (way: Way) => number][] = [
    ['POST to data line', ({ posted, received = Number.NaN }) => received - posted],
    ['POST to 201', ({ posted, stored = Number.NaN }) => stored - posted],
    ['201 to the service sending it', ({ stored = Number.NaN, sent = Number.NaN }) => sent - stored],
    ['service to reader', ({ sent = Number.NaN, received = Number.NaN }) => received - sent],
  ];
  return spans.map(([what, span]) => {
    const times = ways.map(span);
    return [`${name}: ${what}`, quantile(times, 0.5), quantile(times, 0.99)];
  });
}

function set(way: Way | undefined, moment: 'stored' | 'sent' | 'received', at: number): void {
  if (way !== undefined) way[moment] ??= at;
}

/** Opens a stream; settles when it is connected. @returns what closes it. */
async function listen(url: string, onMark: (mark: string, at: number) => void): Promise<() => void> {
  return new Promise((settle, fail) => {
    const request = get(url, { agent: false }, (response) => {
      response.setEncoding('utf8').on('data', (text: string) => {
        const now = performance.now();
        for (const [, mark = ''] of text.matchAll(/@(\d+)@/g)) onMark(mark, now);
        if (text.includes(': connected')) settle(() => void request.destroy());
      });
      response.on('error', () => undefined);
    });
    request.on('error', fail);
  });
}

/** The stream's address at the service itself. */
async function ownAddress(stack: Stack, streamUrl: string): Promise<string> {
  const [task] = await streamTasks(stack);
  if (task === undefined) throw new Error('The Live Stream service is not found.');
  return `http://127.0.0.1:${task.port}${new URL(streamUrl).pathname}`;
}
