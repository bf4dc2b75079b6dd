import { isJsonObject, type JsonObject } from '../../../core/message/json-object.ts';
import { attributesOf, type PlainRow, rowOf } from './attributes.ts';

/** Members that hold plain values. */
interface PlainMembers {
  readonly Item?: object | undefined;
  readonly Key?: object | undefined;
  readonly ExpressionAttributeValues?: object | undefined;
  readonly ExclusiveStartKey?: object | undefined;
}

/** An input about one item or query, in the wire format. */
export function wireOf(input: PlainMembers): JsonObject {
  const { Item, Key, ExpressionAttributeValues: values, ExclusiveStartKey: start, ...rest } = input;
  return {
    ...rest,
    ...(Item !== undefined && { Item: attributesOf(Item) }),
    ...(Key !== undefined && { Key: attributesOf(Key) }),
    ...(values !== undefined && { ExpressionAttributeValues: attributesOf(values) }),
    ...(start !== undefined && { ExclusiveStartKey: attributesOf(start) }),
  };
}

/** Items of an answer as plain values. */
export function rowsOf(items: unknown): PlainRow[] {
  return Array.isArray(items) ? items.filter(isJsonObject).map(rowOf) : [];
}

/** What an answer has at a place where an object belongs. */
export function objectIn(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
