import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { HOPS_HEADER, ORIGIN_HEADER, readHops, readOrigin } from '../message/hop-path.ts';
import { decodeBody, type HandedBody } from '../notification/decode-body.ts';

/** Where a notification was before it was sent here. */
export interface SentPath {
  /** The webhooks passed, oldest first. */
  readonly hops: string[];
  /** What it began as; absent: nobody forwarded it. */
  readonly originId?: string;
}

/** What SNS posts to an HTTPS subscription, as far as it is read here. */
const SnsEnvelope = z.object({
  MessageAttributes: z.record(z.string(), z.object({ Value: z.string() })),
});

/** SNS sends at most 256 KB, escaped into its envelope. */
const MAX_ENVELOPE_BYTES = 1024 * 1024;

/**
 * The path that a send came by: in headers, or, from a topic that is subscribed to a webhook, in the attributes that our
 * SNS channels give to what they publish. The hops of both count: a loop through a topic is a loop.
 */
export function pathOfSend({
  headers,
  body,
}: {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: HandedBody;
}): SentPath {
  const isPublished = headers['x-amz-sns-message-type'] === 'Notification' && body.length <= MAX_ENVELOPE_BYTES;
  const attributeOf = isPublished ? publishedAttributes(body) : () => undefined;
  const hops = [...readHops(headers[HOPS_HEADER]), ...readHops(attributeOf(HOPS_HEADER))];
  const originId = readOrigin(attributeOf(ORIGIN_HEADER)) ?? readOrigin(headers[ORIGIN_HEADER]);
  if (originId !== undefined) return { hops, originId };
  return hops.length === 0 ? { hops } : { hops, originId: standInOrigin(hops, body) };
}

/**
 * For a forwarded send whose origin is missing or unreadable: something on the way lost it. The same text by the same
 * path counts as one, so that losing the name does not evade the count.
 */
function standInOrigin(hops: readonly string[], body: HandedBody): string {
  return createHash('sha256').update(hops.join()).update('\n').update(body).digest('hex').slice(0, 32);
}

function publishedAttributes(body: HandedBody): (name: string) => string | undefined {
  try {
    const { MessageAttributes } = SnsEnvelope.parse(JSON.parse(decodeBody(body, undefined)));
    return (name) => (Object.hasOwn(MessageAttributes, name) ? MessageAttributes[name]?.Value : undefined);
  } catch {
    return () => undefined;
  }
}
