import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type DynamoDBStreamsClient, GetRecordsCommand } from '@aws-sdk/client-dynamodb-streams';
import * as z from 'zod/mini';
import type { RecordPage, StreamRecord } from '../source/stream-api.ts';
import { isObject, plainRow } from './plain-row.ts';

/** Records are looked into by hand, and their rows by the schema of the row: a page may hold a thousand. */
const Page = z.object({
  Records: z.optional(z.array(z.unknown())),
  NextShardIterator: z.nullish(z.string()),
});

/**
 * Reads one page of records. The body is parsed here and not by the SDK, which takes ten times as long for it as
 * `JSON.parse`; signing, connections and errors stay the SDK's.
 *
 * @throws the SDK's exceptions.
 */
export async function readRecords(streams: DynamoDBStreamsClient, iterator: string): Promise<RecordPage> {
  const command = new GetRecordsCommand({ ShardIterator: iterator });
  let body = '{}';
  command.middlewareStack.add(
    (next) => async (args) => {
      const answer = await next(args);
      const { response } = answer;
      if (isSuccess(response)) {
        body = await text(response.body);
        response.body = Readable.from([Buffer.from('{}')]);
      }
      return answer;
    },
    { step: 'deserialize', priority: 'low', name: 'takeRecords' },
  );
  await streams.send(command);
  const page = Page.parse(JSON.parse(body));
  const next = page.NextShardIterator ?? undefined;
  return { kind: 'page', records: recordsOf(page.Records ?? []), ...(next !== undefined && { next }) };
}

function isSuccess(response: unknown): response is { body: Readable } {
  if (typeof response !== 'object' || response === null) return false;
  return (
    'statusCode' in response && response.statusCode === 200 && 'body' in response && response.body instanceof Readable
  );
}

/** One by one: rows of a whole page at once would be old by the time they are sent, and cost the garbage collector. */
function* recordsOf(records: readonly unknown[]): Generator<StreamRecord> {
  for (const record of records) yield recordOf(record);
}

function recordOf(record: unknown): StreamRecord {
  const { eventName, dynamodb } = isObject(record) ? record : {};
  // Epoch seconds.
  const { SequenceNumber: number, ApproximateCreationDateTime: seconds, NewImage } = isObject(dynamodb) ? dynamodb : {};
  return {
    sequenceNumber: typeof number === 'string' ? number : '',
    createdAt: typeof seconds === 'number' ? seconds * 1000 : undefined,
    inserted: eventName === 'INSERT' && isObject(NewImage) ? plainRow(NewImage) : undefined,
  };
}
