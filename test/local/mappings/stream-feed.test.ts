import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import * as z from 'zod';
import { PutCommand } from '../../../adapters/aws/dynamodb/commands.ts';
import type { InvocationResult } from '../../../local/lambda/protocol.ts';
import type { MappingFeed } from '../../../local/mappings/queue-feed.ts';
import { feedFromStream } from '../../../local/mappings/stream-feed.ts';
import { openStreamPositions, type StreamPositions } from '../../../local/mappings/stream-positions.ts';
import { openTableStream } from '../../../local/mappings/table-stream.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../../engines/dynamodb.ts';

const Handed = z.object({
  shardId: z.string(),
  eventSourceARN: z.string(),
  Records: z.array(
    z.object({
      eventName: z.string(),
      dynamodb: z.object({ SequenceNumber: z.string(), NewImage: z.object({ sk: z.object({ S: z.string() }) }) }),
    }),
  ),
});

let engine: TestDynamoDb;
let streams: DynamoDBStreamsClient;
let positions: StreamPositions;
let feed: MappingFeed | undefined;
let file: string;

beforeAll(async () => {
  engine = await startTestDynamoDb();
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  streams = new DynamoDBStreamsClient({ endpoint: engine.endpoint, region: 'us-east-1', credentials });
});
afterAll(async () => {
  streams.destroy();
  await engine.stop();
});
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'positions-')), 'mappings.sqlite');
  positions = openStreamPositions(file);
});
afterEach(async () => {
  await feed?.stop();
  positions.close();
});

const put = async (sk: string) =>
  engine.db.send(new PutCommand({ TableName: engine.tables.messages, Item: { pk: 'org#0', sk } }));

function start(
  seen: string[],
  answer: () => InvocationResult = () => ({ kind: 'result', payload: { state: {} } }),
): void {
  const definition = {
    kind: 'stream',
    name: 'Stack/Mapping',
    streamArn: 'arn:stream/current',
    table: engine.tables.messages,
    functionName: 'fn',
    batchSize: 100,
    gatherMs: 0,
    windowMs: 900_000,
    matches: () => true,
  } as const;
  feed = feedFromStream(definition, {
    open: async (table) => openTableStream({ db: engine.client, streams }, table),
    positions,
    isRepeated: () => false,
    invoke: async (event) => {
      const { Records, shardId, eventSourceARN } = Handed.parse(event);
      expect(shardId).toMatch(/^shardId-/);
      expect(eventSourceARN).toMatch(/:table\/Messages-[^/]+\/stream\/\d{4}-\d\d-\d\dT/);
      const answered = answer();
      if (answered.kind === 'result') seen.push(...Records.map(({ dynamodb }) => dynamodb.NewImage.sk.S));
      return answered;
    },
  });
}

it('hands the changes of a table on in their order, from the oldest one, and goes on after a stop where it was', async () => {
  const [before, after]: [string[], string[]] = [[], []];
  for (const sk of ['a', 'b', 'c']) await put(sk);
  start(before);
  await expect.poll(() => before, { timeout: 10_000 }).toEqual(['a', 'b', 'c']);
  await feed?.stop();
  await put('d');

  start(after);

  await expect.poll(() => after, { timeout: 10_000 }).toEqual(['d']);
  expect(before).toEqual(['a', 'b', 'c']);
});

it('keeps its position in a file, and begins anew without it', async () => {
  const [first, again]: [string[], string[]] = [[], []];
  await put('e');
  start(first);
  await expect.poll(() => first.at(-1), { timeout: 10_000 }).toBe('e');
  await feed?.stop();
  positions.close();
  const place = { mapping: 'other', stream: 's', shard: '1' };
  positions = openStreamPositions(file);
  positions.keep(place, '7');
  expect(positions.read(place)).toBe('7');
  positions.close();

  positions = openStreamPositions(join(mkdtempSync(join(tmpdir(), 'positions-')), 'mappings.sqlite'));
  start(again);

  await expect.poll(() => again, { timeout: 10_000 }).toEqual(first);
});

it('hands nothing on that follows a batch that fails', async () => {
  const seen: string[] = [];
  let failures = 2;
  start(seen, () => {
    failures -= 1;
    return failures >= 0 ? { kind: 'error', type: 'Error', message: 'no' } : { kind: 'result', payload: { state: {} } };
  });

  await put('f');
  await put('g');

  await expect.poll(() => seen.at(-1), { timeout: 15_000 }).toBe('g');
  expect(failures).toBeLessThan(0);
  expect(seen).toEqual([...new Set(seen)]);
});
