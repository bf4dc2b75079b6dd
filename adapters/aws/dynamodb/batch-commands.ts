import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../core/message/json-object.ts';
import { attributesOf, type PlainRow, rowOf } from './attributes.ts';
import type { DocumentCommand } from './commands.ts';
import type { BatchGetInput, BatchWrite, BatchWriteInput, TransactWriteInput, WantedKeys } from './inputs.ts';
import { objectIn, rowsOf, wireOf } from './wire.ts';

interface FoundItems {
  /** By table, in no order. */
  readonly Responses: Readonly<Record<string, PlainRow[]>>;
  /** What DynamoDB had no capacity for, to be asked for again. */
  readonly UnprocessedKeys: BatchGetInput['RequestItems'];
}

/** Reads up to a hundred items. */
export class BatchGetCommand implements DocumentCommand<FoundItems> {
  readonly operation = 'BatchGetItem';
  readonly input: BatchGetInput;

  constructor(input: BatchGetInput) {
    this.input = input;
  }

  request(): JsonObject {
    return { RequestItems: byTable(this.input.RequestItems, keysInWire) };
  }

  read({ Responses, UnprocessedKeys }: JsonObject): FoundItems {
    return {
      Responses: byTable(objectIn(Responses), rowsOf),
      UnprocessedKeys: byTable(objectIn(UnprocessedKeys), wantedKeysOf),
    };
  }
}

function keysInWire({ Keys, ...how }: WantedKeys): JsonObject {
  return { ...how, Keys: Keys.map(attributesOf) };
}

function wantedKeysOf(unread: unknown): WantedKeys {
  const { Keys, ConsistentRead } = objectIn(unread);
  return { Keys: rowsOf(Keys), ...(ConsistentRead === true && { ConsistentRead }) };
}

interface WrittenItems {
  /** What DynamoDB had no capacity for, to be written again. */
  readonly UnprocessedItems: BatchWriteInput['RequestItems'];
}

/** Writes or removes up to 25 items, each for itself. */
export class BatchWriteCommand implements DocumentCommand<WrittenItems> {
  readonly operation = 'BatchWriteItem';
  readonly input: BatchWriteInput;

  constructor(input: BatchWriteInput) {
    this.input = input;
  }

  request(): JsonObject {
    return { RequestItems: byTable(this.input.RequestItems, (writes) => writes.map(writeInWire)) };
  }

  read({ UnprocessedItems }: JsonObject): WrittenItems {
    return { UnprocessedItems: byTable(objectIn(UnprocessedItems), writesOf) };
  }
}

function writeInWire(write: BatchWrite): JsonObject {
  return 'PutRequest' in write
    ? { PutRequest: wireOf(write.PutRequest) }
    : { DeleteRequest: wireOf(write.DeleteRequest) };
}

function writesOf(unwritten: unknown): BatchWrite[] {
  if (!Array.isArray(unwritten)) return [];
  return unwritten.map((write) => {
    const { PutRequest: put, DeleteRequest: remove } = objectIn(write);
    return put === undefined
      ? { DeleteRequest: { Key: rowOf(objectIn(objectIn(remove)['Key'])) } }
      : { PutRequest: { Item: rowOf(objectIn(objectIn(put)['Item'])) } };
  });
}

/** Makes up to a hundred writes, or none. */
export class TransactWriteCommand implements DocumentCommand<void> {
  readonly operation = 'TransactWriteItems';
  readonly input: TransactWriteInput;

  constructor(input: TransactWriteInput) {
    this.input = input;
  }

  /** With a token: if the answer to a transaction is lost, the repeated call does not make it twice. */
  request(): JsonObject {
    const TransactItems = this.input.TransactItems.map((writes) =>
      Object.fromEntries(Object.entries(writes).map(([kind, write]) => [kind, wireOf(write)])),
    );
    return { TransactItems, ClientRequestToken: randomUUID() };
  }

  read(): void {}
}

function byTable<From, To>(tables: Readonly<Record<string, From>>, convert: (of: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(tables).map(([table, of]) => [table, convert(of)]));
}
