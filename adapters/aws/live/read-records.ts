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
  return { kind: 'page', records: recordsOf(page.Records ?? []), ...(next !== undefined && { next }) };
}

function errorOf({ status, text }: PostAnswer): Error {
  const { __type: type = 'UnknownError', message = '' } = Failure.safeParse(parseJsonObject(text)).data ?? {};
  const error = new Error(`DynamoDB Streams answered ${status}. ${message}`);
  error.name = type.slice(type.lastIndexOf('#') + 1);
  return error;
}

/** One by one: the rows of a whole page would grow old before they are sent, and burden the garbage collector. */
function* recordsOf(records: readonly unknown[]): Generator<StreamRecord> {
  for (const record of records) yield recordOf(record);
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
