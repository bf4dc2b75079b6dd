import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { ManagementApi } from '../integration/api.ts';
import { eventually } from '../integration/eventually.ts';
import type { Stack } from '../integration/stack.ts';
import type { History } from './history.ts';

/** Something that must be true of a large history. */
export interface Check {
  readonly name: string;
  /** @returns what is wrong; nothing when all is well */
  run(): Promise<string | undefined>;
}

interface Tried {
  readonly stack: Stack;
  readonly api: ManagementApi;
  readonly history: History;
}

/** A page may take this long. A search reads for two seconds and has then to say how far it came. */
const PAGE_MS = 2000;
const SEARCH_MS = 3500;
/** The figures of a live router are a minute behind; a history is written faster than it could be sent. */
const FIGURES_MS = 90_000;

const Page = z.object({
  items: z.array(z.looseObject({ id: z.string() })),
  nextCursor: z.string().nullable(),
  searchedTo: z.string().nullable().optional(),
});
type Page = z.infer<typeof Page>;

const Stats = z.object({
  series: z.array(
    z.object({
      id: z.string().nullable(),
      points: z.array(z.object({ messages: z.number(), delivered: z.number(), failed: z.number() })),
    }),
  ),
});

const Channels = z.object({
  items: z.array(z.object({ id: z.string(), health: z.object({ state: z.string() }) })),
  nextCursor: z.string().nullable(),
});

/** What the API must say. */
export function apiChecks({ api, history }: Tried): Check[] {
  const get = async <T>(schema: z.ZodType<T>, path: string): Promise<T> => {
    const response = await api.call('GET', api.path + path);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return schema.parse(await response.json());
  };

  /** Every page, in order, with the time that the slowest took. */
  async function pages(query: string): Promise<{ readonly pages: Page[]; readonly slowest: number }> {
    const read: Page[] = [];
    let slowest = 0;
    for (let cursor = ''; ;) {
      const start = performance.now();
      const page = await get(Page, `/messages?limit=50&${query}${cursor}`);
      slowest = Math.max(slowest, performance.now() - start);
      read.push(page);
      if (page.nextCursor === null) return { pages: read, slowest };
      cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
    }
  }

  const figures = async (by: string) => {
    const to = new Date(Date.now() + 60_000).toISOString();
    const from = new Date(Date.now() - 8 * 3_600_000).toISOString();
    const { series } = await get(Stats, `/stats?from=${from}&to=${to}&bucket=5m&by=${by}`);
    return new Map(series.map(({ id, points }) => [id, totalOf(points)]));
  };

  return [
    ...(['seldom', 'quiet'] as const).map((name) => ({
      name: `the pages of the ${name} webhook are full, complete and quick`,
      run: async () => {
        const read = await pages(`webhookId=${history.webhooks[name]}`);
        const found = read.pages.flatMap(({ items }) => items).length;
        if (found !== history.messages[name]) return `${found} messages of ${history.messages[name]}`;
        return problemOfPages(read, PAGE_MS);
      },
    })),
    {
      name: 'the pages of failed messages are full, complete and quick',
      run: async () => {
        const read = await pages('state=failed');
        const ids = read.pages.flatMap(({ items }) => items.map(({ id }) => id));
        if (ids.join() !== history.failedIds.join()) return `${ids.length} messages of ${history.failed}, or others`;
        return problemOfPages(read, PAGE_MS);
      },
    },
    {
      name: 'a search goes on until it has found the oldest, and says how far it came',
      run: async () => {
        const read = await pages(`q=${encodeURIComponent(history.needle.text)}`);
        const ids = read.pages.flatMap(({ items }) => items.map(({ id }) => id));
        const reached = read.pages.map(({ searchedTo }) => searchedTo);
        if (ids.join() !== history.needle.id) return `found ${ids.join() || 'nothing'}`;
        if (reached.at(-1) !== null) return `ended at ${reached.at(-1)}`;
        if (reached.slice(0, -1).some((at, index) => (at ?? '') > (reached[index - 1] ?? '~'))) return 'went back';
        return read.slowest > SEARCH_MS ? `a page took ${Math.round(read.slowest)} ms` : undefined;
      },
    },
    {
      name: 'the figures come to what the tables hold, within a minute',
      run: async () => {
        const wanted = { messages: sum(Object.values(history.messages)), ...pick(history) };
        let total: unknown;
        const counted = eventually(async () => {
          total = (await figures('none')).get(null);
          return isDeepStrictEqual(total, wanted) ? total : undefined;
        }, FIGURES_MS);
        return counted.then(
          () => undefined,
          () => JSON.stringify({ total, wanted }),
        );
      },
    },
    {
      name: 'the figures by webhook and by channel are right',
      run: async () => {
        const [webhooks, channels] = await Promise.all([figures('webhook'), figures('channel')]);
        const wrong = Object.entries(history.webhooks).filter(
          ([name, id]) => webhooks.get(id)?.messages !== new Map(Object.entries(history.messages)).get(name),
        );
        const failed = sum([...channels.values()].map((channel) => channel.failed));
        if (wrong.length > 0) return wrong.map(([name]) => name).join();
        return channels.get(history.brokenChannel)?.failed === history.failed && failed === history.failed
          ? undefined
          : `${failed} failed`;
      },
    },
    {
      name: 'channels are listed with their health',
      run: async () => {
        const start = performance.now();
        const { items } = await get(Channels, '/channels?limit=100');
        const took = performance.now() - start;
        const failing = items.filter(({ health }) => health.state === 'failing').map(({ id }) => id);
        if (failing.join() !== history.brokenChannel) return `failing: ${failing.join()}`;
        return took > PAGE_MS ? `took ${Math.round(took)} ms` : undefined;
      },
    },
  ];
}

function problemOfPages({ pages, slowest }: { readonly pages: readonly Page[]; readonly slowest: number }, ms: number) {
  const short = pages.slice(0, -1).findIndex(({ items }) => items.length < 50);
  if (short >= 0) return `page ${short + 1} is not full`;
  return slowest > ms ? `a page took ${Math.round(slowest)} ms` : undefined;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const pick = ({ delivered, failed }: History) => ({ delivered, failed });

function totalOf(points: readonly { messages: number; delivered: number; failed: number }[]) {
  return {
    messages: sum(points.map(({ messages }) => messages)),
    delivered: sum(points.map(({ delivered }) => delivered)),
    failed: sum(points.map(({ failed }) => failed)),
  };
}
