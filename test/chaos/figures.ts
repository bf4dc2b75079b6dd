import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { createDocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';
import { createFigureReader } from '../../adapters/aws/figures/figure-reader.ts';
import { createPageStore } from '../../adapters/aws/figures/page-store.ts';
import type { MessageRecord } from '../../core/delivery/message-report.ts';
import { type Bucket, buckets } from '../../core/figures/bucket.ts';
import { type DatedPage, readSeries, widened } from '../../core/figures/stats.ts';
import { addUsage, noUsage, type Usage, usageFields, usageOf } from '../../core/usage/usage.ts';
import { createHandler } from '../../lambdas/figures/handler.ts';
import { openTableStream } from '../../local/mappings/table-stream.ts';

/** How figures compare with the tables that they were counted from. */
export interface FiguresReport {
  /** Messages that the stack itself had counted when it was killed. */
  readonly countedByStack: number;
  /** Lines such as `1h of ch_…: failed 3, but 4 in the tables`. */
  readonly wrong: readonly string[];
}

interface Frozen {
  readonly client: DynamoDBClient;
  readonly endpoint: string;
  readonly tables: { readonly messages: string; readonly figures: string };
  readonly records: readonly MessageRecord[];
}

const WIDE = { from: Date.UTC(2020), until: Date.UTC(2100) };

/**
 * Hands the whole stream to the figures function again, from its oldest record on, whatever the stack had counted of
 * it, and compares each series of each bucket length with the tables.
 */
export async function checkFigures({ client, endpoint, tables, records }: Frozen): Promise<FiguresReport> {
  const db = createDocumentClient({ endpoint, region: 'us-east-1', credentials: await client.config.credentials() });
  const reader = createFigureReader(db, tables.figures);
  const [first] = records;
  if (first === undefined) return { countedByStack: 0, wrong: [] };
  const { organizationId } = first.message;
  const readPages = async (bucket: Bucket) => reader.readPages(organizationId, { bucket, ...WIDE });
  const countedByStack = totalOf(await readPages('1d'));
  const streams = new DynamoDBStreamsClient({ endpoint, region: 'us-east-1', credentials: client.config.credentials });
  const handle = createHandler({ pages: createPageStore(db, tables.figures) });
  const stream = await openTableStream({ db: client, streams }, tables.messages);
  for (const { id } of await stream.shards()) {
    for (let iterator = await stream.iterator(id, undefined); iterator !== undefined;) {
      const read = await stream.read(iterator);
      const Records = read.records.map(({ event }) => event);
      await handle({ shardId: id, eventSourceARN: stream.arn, Records, state: {} });
      iterator = read.records.length === 0 ? undefined : read.next;
    }
  }
  streams.destroy();
  const expected = expectedOf(records);
  const wrong = await Promise.all(
    buckets.map(async (bucket) =>
      differences(bucket, await seriesOf(await readPages(bucket), organizationId), expected),
    ),
  );
  return { countedByStack, wrong: wrong.flat() };
}

const totalOf = (pages: readonly DatedPage[]) =>
  pages.flatMap(({ page }) => Object.values(page.webhooks)).reduce((sum, { messages }) => sum + messages, 0);

/** What the tables say of every webhook and channel, and of everything. */
function expectedOf(records: readonly MessageRecord[]): Map<string, Usage> {
  const expected = new Map<string, Usage>();
  const add = (id: string, usage: Usage) => expected.set(id, addUsage(expected.get(id) ?? noUsage, usage));
  for (const { message, deliveries } of records) {
    const whole = usageOf({ message, deliveries });
    add('everything', whole);
    add(message.webhookId, whole);
    for (const line of message.routing) {
      const rows = deliveries.filter(({ channelId }) => channelId === line.channelId);
      const { messages: _, ...usage } = usageOf({ message: { ...message, routing: [line] }, deliveries: rows });
      const routed = usage.delivered + usage.failed + usage.skipped + usage.pending;
      if (routed > 0) add(line.channelId, { ...usage, messages: routed });
    }
  }
  return expected;
}

/** What is answered of each series, over all buckets. */
async function seriesOf(pages: readonly DatedPage[], organizationId: string): Promise<Map<string, Usage>> {
  const starts = pages.map(({ start }) => start);
  const found = new Map<string, Usage>();
  for (const by of ['none', 'webhook', 'channel'] as const) {
    const span = widened({ bucket: '1d', from: Math.min(...starts), until: Math.max(...starts) + 1 });
    const inDays = pages.map(({ start, page }) => ({ start: Math.floor(start / 86_400_000) * 86_400_000, page }));
    for (const { id, points } of await readSeries({ readPages: async () => inDays }, { organizationId, span, by })) {
      const sum = points.reduce((total, point) => addUsage(total, point), noUsage);
      found.set(id ?? 'everything', sum);
    }
  }
  return found;
}

function differences(
  bucket: Bucket,
  found: ReadonlyMap<string, Usage>,
  expected: ReadonlyMap<string, Usage>,
): string[] {
  return [...new Set([...found.keys(), ...expected.keys()])].flatMap((id) => {
    const [is, should] = [found.get(id) ?? noUsage, expected.get(id) ?? noUsage];
    return usageFields
      .filter((field) => is[field] !== should[field])
      .map((field) => `${bucket} of ${id}: ${field} ${is[field]}, but ${should[field]} in the tables`);
  });
}
