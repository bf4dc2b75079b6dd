import * as z from 'zod/mini';
import { isJsonObject, parseJsonObject } from '../../../core/message/json-object.ts';
import { rowOf } from '../dynamodb/attributes.ts';
import { objectIn } from '../dynamodb/wire.ts';
import type { RecordPage, StreamRecord } from './stream-api.ts';
import type { PostAnswer, SignedPost } from './signed-post.ts';

/** Records are checked by hand, and their rows by the schema of the row: a page may hold a thousand. */
const Page = z.object({
  Records: z.optional(z.array(z.unknown())),
  NextShardIterator: z.nullish(z.string()),
});

/** `__type` is the name of the error, maybe after a namespace and `#`. Any other answer is an error, too. */
const Failure = z.object({ __type: z.optional(z.string()), message: z.optional(z.string()) });

/** An answer has at most 1,000 records or 1 MB of them; the next one, of some kilobytes, may not fit. */
const FULL_PAGE = { records: 1000, characters: 900_000 };

/**
 * Reads one page of records.
 *
 * @throws an error with the name that the service gave it.
 */
export async function readRecords(post: SignedPost, iterator: string): Promise<RecordPage> {
  const answer = await post(JSON.stringify({ ShardIterator: iterator }));
  if (answer.status !== 200) throw errorOf(answer);
  const page = Page.parse(JSON.parse(answer.text));
  const next = page.NextShardIterator ?? undefined;
  const { Records = [] } = page;
  const full = Records.length >= FULL_PAGE.records || answer.text.length >= FULL_PAGE.characters;
  return { kind: 'page', records: recordsOf(Records), full, ...(next !== undefined && { next }) };
}

function errorOf({ status, text }: PostAnswer): Error {
  const { __type: type = 'UnknownError', message = '' } = Failure.safeParse(parseJsonObject(text)).data ?? {};
  const error = new Error(`DynamoDB Streams answered ${status}. ${message}`);
  error.name = type.slice(type.lastIndexOf('#') + 1);
  return error;
}

/**
 * One by one, and each is let go of: the rows of a whole page would grow old before they are sent, and burden the garbage
 * collector.
 */
function* recordsOf(records: unknown[]): Generator<StreamRecord> {
  for (let index = 0; index < records.length; index += 1) {
    const record = records[index];
    records[index] = undefined;
    yield recordOf(record);
  }
}

function recordOf(record: unknown): StreamRecord {
  const { eventName, dynamodb } = objectIn(record);
  // Epoch seconds.
  const { SequenceNumber: number, ApproximateCreationDateTime: seconds, NewImage } = objectIn(dynamodb);
  return {
    sequenceNumber: typeof number === 'string' ? number : '',
    createdAt: typeof seconds === 'number' ? seconds * 1000 : undefined,
    inserted: eventName === 'INSERT' && isJsonObject(NewImage) ? rowOf(NewImage) : undefined,
  };
}
