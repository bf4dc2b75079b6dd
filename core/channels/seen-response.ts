import * as z from 'zod/mini';
import type { HttpResponse } from './http-exchange.ts';

/** What a receiver answered, as operators see it. */
export const SeenResponse = z.object({
  status: z.number(),
  /** Empty: it named none. */
  contentType: z.string(),
  /** The first 2 KB as text, without any secret. */
  body: z.string(),
});
export type SeenResponse = z.infer<typeof SeenResponse>;

/** A receiver answers what it likes; this much tells what is wrong, and fits into a row. */
const MAX_BODY_BYTES = 2048;
const MAX_TYPE_CHARACTERS = 100;

/** @param response whose body holds no secret any more: what is cut first could leave a part of one */
export function seenResponse({ status, headers, body }: HttpResponse, hide: (text: string) => string): SeenResponse {
  const contentType = hide(headers['content-type'] ?? '').slice(0, MAX_TYPE_CHARACTERS);
  return { status, contentType: contentType.toWellFormed(), body: firstBytes(body.toWellFormed()) };
}

/** Whole characters only. */
function firstBytes(text: string): string {
  const bytes = Buffer.from(text.slice(0, MAX_BODY_BYTES));
  let end = Math.min(bytes.length, MAX_BODY_BYTES);
  while (end < bytes.length && isContinued(bytes[end])) end -= 1;
  return bytes.toString('utf8', 0, end);
}

/** Whether a byte of UTF-8 continues a character. */
function isContinued(byte = 0): boolean {
  return byte >= 0x80 && byte < 0xc0;
}
