import * as z from 'zod/mini';
import { HOPS_HEADER, readHops } from '../delivery/hop-path.ts';
import { decodeBody, type HandedBody } from './decode-body.ts';

/** What SNS posts to an HTTPS subscription, as far as it is read here. */
const SnsEnvelope = z.object({
  MessageAttributes: z.record(z.string(), z.object({ Value: z.string() })),
});

/** SNS sends at most 256 KB, escaped into its envelope. */
const MAX_ENVELOPE_BYTES = 1024 * 1024;

/**
 * The hop path that a send came with: in the header, or, from a topic that is subscribed to a webhook, in the attribute
 * that our SNS channels give to what they publish. Both count: a loop through a topic is a loop.
 */
export function hopsOfSend({
  headers,
  body,
}: {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: HandedBody;
}): string[] {
  const hops = readHops(headers[HOPS_HEADER]);
  const isPublished = headers['x-amz-sns-message-type'] === 'Notification' && body.length <= MAX_ENVELOPE_BYTES;
  return isPublished ? [...hops, ...readHops(publishedHops(body))] : hops;
}

function publishedHops(body: HandedBody): string | undefined {
  try {
    const { MessageAttributes } = SnsEnvelope.parse(JSON.parse(decodeBody(body, undefined)));
    return Object.hasOwn(MessageAttributes, HOPS_HEADER) ? MessageAttributes[HOPS_HEADER]?.Value : undefined;
  } catch {
    return undefined;
  }
}
