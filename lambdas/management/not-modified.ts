import { createHash } from 'node:crypto';
import type { Reply } from './reply.ts';

/** Versions are for `If-Match`: what is shown of a version may change, such as the health of a channel. */
const VERSION = /^"\d+"$/;

/**
 * The answer to a read with an entity tag of what it shows, or 304 without a body when whoever asks has that already.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function unlessKnown(reply: Reply, ifNoneMatch: string | undefined): Reply {
  if (reply.status !== 200 || reply.text === undefined) return reply;
  const etag = reply.headers?.['etag'] ?? weakTag(reply.text);
  const headers = { ...reply.headers, etag };
  const known = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim());
  if (VERSION.test(etag) || !known.includes(etag)) return { ...reply, headers };
  return { status: 304, headers };
}

/** The tag of an answer that says the same as long as `text` is the same. */
export function weakTag(text: string): string {
  return `W/"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`;
}
