import * as z from 'zod/mini';
import { isJsonObject, type JsonObject } from '../../../core/message/json-object.ts';
import { rowOf } from '../dynamodb/attributes.ts';

/** What DynamoDB writes to a Kinesis data stream for a change. */
const Change = z.object({
  eventName: z.string(),
  dynamodb: z.object({
    NewImage: z.optional(z.custom<JsonObject>(isJsonObject)),
  }),
});

/**
 * The row that a record says was inserted: none for updates and removals.
 *
 * @throws when the record is not a change of a table.
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/kds_gettingstarted.html
 */
export function insertedRow(data: Uint8Array): [] | [unknown] {
  const { eventName, dynamodb } = Change.parse(JSON.parse(Buffer.from(data).toString('utf8')));
  return eventName === 'INSERT' && dynamodb.NewImage !== undefined ? [rowOf(dynamodb.NewImage)] : [];
}
