import * as z from 'zod/mini';
import type { RowChange } from '../../../core/figures/change.ts';
import { isJsonObject } from '../../../core/message/json-object.ts';
import { rowOf } from '../dynamodb/attributes.ts';

/** What Lambda passes on from a shard of a table's stream. Only a mapping with a tumbling window names the shard. */
const Event = z.object({
  shardId: z.string(),
  eventSourceARN: z.string(),
  /** None at the end of a window. */
  Records: z.optional(z.array(z.unknown())),
});

/** A change of a row, and its place in the shard. */
interface RowRecord extends RowChange {
  readonly sequence: string;
}

export interface StreamBatch {
  readonly streamShard: string;
  /** When the stream was switched on, epoch milliseconds; 0 when its name does not tell. */
  readonly since: number;
  readonly records: readonly RowRecord[];
}

const Change = z.object({
  SequenceNumber: z.string(),
  OldImage: z.optional(z.unknown()),
  NewImage: z.optional(z.unknown()),
});

/**
 * Reads an event of a DynamoDB stream. It leaves out records without a new image: they are no changes that count.
 *
 * @throws when it is no such event
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-windows.html
 */
export function readStreamEvent(event: unknown): StreamBatch {
  const { shardId, eventSourceARN, Records = [] } = Event.parse(event);
  const records = Records.flatMap((record): RowRecord[] => {
    const change = Change.parse(isJsonObject(record) ? record['dynamodb'] : undefined);
    if (!isJsonObject(change.NewImage)) return [];
    const before = isJsonObject(change.OldImage) ? { before: rowOf(change.OldImage) } : {};
    return [{ sequence: change.SequenceNumber, ...before, after: rowOf(change.NewImage) }];
  });
  return { streamShard: shardId, since: sinceIn(eventSourceARN), records };
}

/** A stream's name holds the moment at which it was switched on. */
function sinceIn(streamArn: string): number {
  const time = Date.parse(`${streamArn.slice(streamArn.lastIndexOf('/') + 1)}Z`);
  return Number.isNaN(time) ? 0 : time;
}
