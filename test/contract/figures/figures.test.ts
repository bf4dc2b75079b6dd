import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GetCommand } from '../../../adapters/aws/dynamodb/commands.ts';
import { createFigureEraser } from '../../../adapters/aws/figures/figure-eraser.ts';
import { figureKey } from '../../../adapters/aws/figures/figure-keys.ts';
import { createFigureReader } from '../../../adapters/aws/figures/figure-reader.ts';
import { createPageStore } from '../../../adapters/aws/figures/page-store.ts';
import { countBatch, type Place } from '../../../core/figures/count.ts';
import { emptyPage, mergePages, type FigurePage } from '../../../core/figures/page.ts';
import { noTally } from '../../../core/figures/tally.ts';
import { ulidTime } from '../../../core/message/ulid.ts';
import { messageIdAt, NOON } from '../../core/figures/rows.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../../engines/dynamodb.ts';
import { memoryFigures } from '../../fakes/figures.ts';

let engine: TestDynamoDb;
let serial = 0;
let organizationId: string;

beforeAll(async () => {
  engine = await startTestDynamoDb();
});
afterAll(async () => engine.stop());
beforeEach(() => {
  serial += 1;
  organizationId = `org_${serial}`;
});

function stored(): Pick<ReturnType<typeof memoryFigures>, 'pages' | 'figures'> {
  const { db, tables } = engine;
  return {
    pages: createPageStore(db, tables.figures),
    figures: { ...createFigureReader(db, tables.figures), ...createFigureEraser(db, tables.figures) },
  };
}

const placeOf = (more: Partial<Place> = {}): Place => ({
  organizationId,
  bucket: '5m',
  start: NOON,
  streamShard: 'shardId-1',
  path: '',
  ...more,
});

const PAGE: FigurePage = {
  webhooks: { wh_a: { ...noTally, messages: 2, durations: { 3: 1 } } },
  channels: { ch_a: { ...noTally, delivered: 1, standing: { latest: [{ messageId: 'msg_1', isDelivered: true }] } } },
  oldest: { 0: 'msg_0' },
  newest: { 0: 'msg_1' },
};

describe.each([
  ['in memory', memoryFigures],
  ['on DynamoDB', stored],
])('figures %s', (_, open) => {
  it('are read as they were written', async () => {
    const { pages } = open();

    const written = await pages.write(placeOf(), undefined, { position: '7', isSplit: false, page: PAGE });

    expect(written).toBe('written');
    expect(await pages.read(placeOf())).toEqual({ position: '7', isSplit: false, page: PAGE });
    expect(await pages.read(placeOf({ streamShard: 'shardId-2' }))).toBeUndefined();
  });

  it('are written from the position that was read, and from no other', async () => {
    const { pages } = open();
    const write = async (seen: string | undefined, position: string) =>
      pages.write(placeOf(), seen, { position, isSplit: false, page: PAGE });

    const results = [
      await write('1', '2'),
      await write(undefined, '5'),
      await write(undefined, '6'),
      await write('5', '9'),
    ];

    expect(results).toEqual(['changed', 'written', 'changed', 'written']);
    expect((await pages.read(placeOf()))?.position).toBe('9');
  });

  it('are not added to once they are split', async () => {
    const { pages } = open();
    await pages.write(placeOf(), undefined, { position: '5', isSplit: true, page: PAGE });

    const written = await pages.write(placeOf(), '5', { position: '6', isSplit: false, page: PAGE });

    expect(written).toBe('changed');
    expect(await pages.read(placeOf())).toEqual({ position: '5', isSplit: true, page: PAGE });
  });

  it('are found by span: with its beginning, without its end, of all shards and parts, of nobody else', async () => {
    const { pages, figures } = open();
    const places = [
      placeOf({ start: NOON - 300_000 }),
      placeOf(),
      placeOf({ path: 'A' }),
      placeOf({ streamShard: 'shardId-2' }),
      placeOf({ start: NOON + 300_000 }),
      placeOf({ start: NOON + 600_000 }),
      placeOf({ bucket: '1h' }),
      placeOf({ organizationId: `${organizationId}-other` }),
    ];
    for (const place of places) await pages.write(place, undefined, { position: '1', isSplit: false, page: PAGE });

    const found = await figures.readPages(organizationId, { bucket: '5m', from: NOON, until: NOON + 600_000 });

    expect(found.map(({ start }) => start)).toEqual([NOON, NOON, NOON, NOON + 300_000]);
    expect(found[0]?.page).toEqual(PAGE);
    expect(await figures.readNewest(organizationId)).toHaveLength(6);
  });

  it('are all gone once they are erased, and only those of the organisation', async () => {
    const { pages, figures } = open();
    const other = { ...placeOf(), organizationId: `${organizationId}-other` };
    const starts = Array.from({ length: 60 }, (__, index) => NOON + index * 300_000);
    for (const start of starts)
      await pages.write(placeOf({ start }), undefined, { position: '1', isSplit: false, page: emptyPage });
    await pages.write(placeOf({ bucket: '1d' }), undefined, { position: '1', isSplit: false, page: emptyPage });
    await pages.write(other, undefined, { position: '1', isSplit: false, page: emptyPage });

    await figures.eraseFigures(organizationId);

    const left = await Promise.all(
      (['5m', '1h', '1d'] as const).map(async (bucket) =>
        figures.readPages(organizationId, { bucket, from: 0, until: NOON * 2 }),
      ),
    );
    expect(left.flat()).toEqual([]);
    expect(await figures.readNewest(other.organizationId)).toHaveLength(1);
  });
});

describe('two instances that remember what they wrote', () => {
  it('count once what both get, in turn or at the same time', async () => {
    const [one, other] = [stored().pages, stored().pages];
    const records = Array.from({ length: 30 }, (__, index) => ({
      sequence: String(index + 1),
      organizationId,
      messageId: messageIdAt(NOON),
      acceptedAt: NOON,
      changes: [{ of: 'webhooks' as const, id: 'wh_a', tally: { ...noTally, messages: 1 } }],
    }));
    const count = async (pages: typeof one, from: number, to: number) =>
      countBatch(pages, { streamShard: 's', records: records.slice(from, to) });

    await count(one, 0, 5);
    await count(other, 0, 10);
    await count(one, 0, 12);
    await Promise.all([count(one, 5, 20), count(other, 8, 20)]);
    await count(other, 12, 30);
    await count(one, 0, 30);

    const span = { bucket: '5m', from: NOON, until: NOON + 1 } as const;
    const [found] = await stored().figures.readPages(organizationId, span);
    expect(found?.page.webhooks['wh_a']?.messages).toBe(30);
  });
});

describe('an item of the Figures table', () => {
  it('expires after 31 days and 5 minutes', async () => {
    await stored().pages.write(placeOf(), undefined, { position: '1', isSplit: false, page: PAGE });

    const { Item } = await engine.db.send(
      new GetCommand({ TableName: engine.tables.figures, Key: figureKey(placeOf()) }),
    );

    expect(Item?.['expiresAt']).toBe(NOON / 1000 + 300 + 31 * 24 * 3600);
  });

  it(
    'stays small and loses nothing with ten thousand webhooks and a thousand channels',
    { timeout: 60_000 },
    async () => {
      const { pages, figures } = stored();
      const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
      const newId = (prefix: string) =>
        prefix + ulidTime(NOON) + [...randomBytes(16)].map((byte) => alphabet[byte % 32]).join('');
      const channels = Array.from({ length: 1000 }, () => newId('ch_'));
      const records = Array.from({ length: 10_000 }, (__, index) => ({
        sequence: String(index + 1),
        organizationId,
        messageId: messageIdAt(NOON),
        acceptedAt: NOON,
        changes: [
          {
            of: 'webhooks' as const,
            id: newId('wh_'),
            tally: { ...noTally, messages: 1, delivered: 1, durations: { 30: 1 } },
          },
          {
            of: 'channels' as const,
            id: channels[index % 1000]!,
            tally: { ...noTally, delivered: 1, durations: { 30: 1 } },
          },
        ],
      }));

      for (let start = 0; start < records.length; start += 2500)
        await countBatch(pages, { streamShard: 's', records: records.slice(start, start + 2500) });

      const found = await figures.readPages(organizationId, { bucket: '5m', from: NOON, until: NOON + 1 });
      const whole = found.map(({ page }) => page).reduce(mergePages, emptyPage);
      expect(Object.keys(whole.webhooks)).toHaveLength(10_000);
      expect(Object.values(whole.channels).map(({ delivered }) => delivered)).toEqual(channels.map(() => 10));
      expect(found.length).toBeGreaterThan(5);
      for (const { page } of found) expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(3_000_000);
    },
  );
});
