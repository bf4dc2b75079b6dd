import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PutCommand } from '../../../adapters/aws/dynamodb/commands.ts';
import { createGatheredReader, type ReadItem } from '../../../adapters/aws/dynamodb/gathered-reader.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../../engines/dynamodb.ts';

let engine: TestDynamoDb;
let requests: { RequestItems?: unknown }[];
let read: ReadItem;

beforeAll(async () => {
  engine = await startTestDynamoDb();
});
afterAll(async () => engine.stop());
beforeEach(() => {
  requests = [];
  read = createGatheredReader({
    send: async (command) => {
      requests.push(command.request());
      return engine.db.send(command);
    },
  });
});

async function put(table: string, item: Record<string, unknown>): Promise<void> {
  await engine.db.send(new PutCommand({ TableName: table, Item: item }));
}

const directory = (sk: string) => ({ table: engine.tables.directory, key: { pk: 'ORG#1', sk }, consistent: true });
const counter = (pk: string) => ({ table: engine.tables.counters, key: { pk }, consistent: false });

describe('a gathered reader', () => {
  it('reads items of several tables in one call when they are asked for at the same moment', async () => {
    await put(engine.tables.directory, { pk: 'ORG#1', sk: 'A', name: 'a' });
    await put(engine.tables.counters, { pk: 'HEALTH#1', outages: 2 });

    const [a, none, health] = await Promise.all([
      read(directory('A')),
      read(directory('B')),
      read(counter('HEALTH#1')),
    ]);

    expect(a).toMatchObject({ sk: 'A', name: 'a' });
    expect(none).toBeUndefined();
    expect(health).toMatchObject({ outages: 2 });
    expect(requests).toHaveLength(1);
  });

  it('asks for an item once that several need, consistently where one of them needs it so', async () => {
    await put(engine.tables.directory, { pk: 'ORG#1', sk: 'A', name: 'a' });

    const rows = await Promise.all([read({ ...directory('A'), consistent: false }), read(directory('A'))]);

    expect(rows).toMatchObject([{ name: 'a' }, { name: 'a' }]);
    const [asked] = Object.values(requests[0]!.RequestItems!);
    expect(asked).toMatchObject({ Keys: [{ pk: { S: 'ORG#1' }, sk: { S: 'A' } }], ConsistentRead: true });
  });

  it('reads again what is asked for later', async () => {
    await put(engine.tables.directory, { pk: 'ORG#1', sk: 'C', name: 'before' });
    await read(directory('C'));
    await put(engine.tables.directory, { pk: 'ORG#1', sk: 'C', name: 'after' });

    const row = await read(directory('C'));

    expect(row).toMatchObject({ name: 'after' });
  });

  it('splits what is more than one call may ask for', async () => {
    const keys = Array.from({ length: 130 }, (_, n) => `MANY#${n}`);
    await Promise.all(keys.map(async (sk) => put(engine.tables.directory, { pk: 'ORG#1', sk })));

    const rows = await Promise.all(keys.map(async (sk) => read(directory(sk))));

    expect(rows.map((row) => row?.['sk'])).toEqual(keys);
    expect(requests).toHaveLength(2);
  });

  it('rejects every read of a call that fails', async () => {
    const nowhere = { table: 'Nowhere', key: { pk: 'x' }, consistent: false };

    const results = await Promise.allSettled([read(nowhere), read(nowhere)]);

    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
