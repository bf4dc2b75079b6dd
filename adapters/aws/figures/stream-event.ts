import * as z from 'zod/mini';
import type { RowChange } from '../../../core/figures/change.ts';
import { isObject, plainRow } from '../live/plain-row.ts';

/** What Lambda hands over of a shard of a table's stream. Only a mapping with a tumbling window says which shard it is. */
const Event = z.object({
  shardId: z.string(),
  eventSourceARN: z.string(),
  Records: z._default(z.array(z.unknown()), []),
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
 * Reads an event of a DynamoDB stream. What has no new image, and so is no change that counts, is left out.
 *
 * @throws when it is no such event
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-windows.html
 */
export function readStreamEvent(event: unknown): StreamBatch {
  const { shardId, eventSourceARN, Records } = Event.parse(event);
  const records = Records.flatMap((record): RowRecord[] => {
    const change = Change.parse(isObject(record) ? record['dynamodb'] : undefined);
    if (!isObject(change.NewImage)) return [];
    const before = isObject(change.OldImage) ? { before: plainRow(change.OldImage) } : {};
    return [{ sequence: change.SequenceNumber, ...before, after: plainRow(change.NewImage) }];
  });
  return { streamShard: shardId, since: sinceIn(eventSourceARN), records };
}

/** Streams are named by the moment at which they were switched on. */
function sinceIn(streamArn: string): number {
  const time = Date.parse(`${streamArn.slice(streamArn.lastIndexOf('/') + 1)}Z`);
  return Number.isNaN(time) ? 0 : time;
}
