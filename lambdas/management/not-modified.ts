import { createHash } from 'node:crypto';
import type { Reply } from './reply.ts';

/** Versions are for `If-Match`: the answer for one version may change, such as the health of a channel. */
const VERSION = /^"\d+"$/;

/**
 * The answer to a read with an entity tag of its content, or 304 without a body if the caller already has that content.
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

/** The tag of an answer, which stays the same as long as `text` does. */
export function weakTag(text: string): string {
  return `W/"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`;
}
