import * as z from 'zod/mini';
import { AlertMark } from '../message/alert-mark.ts';
import { carrier } from '../message/content.ts';

/** A stored message with its payload text at hand: what every kind renders. */
export const OutgoingMessage = carrier({
  id: z.string(),
  /** ISO 8601 UTC; the same on every attempt. */
  receivedAt: z.string(),
  webhook: z.object({ id: z.string(), name: z.string() }),
  /** The original JSON text of the body; `{}` for plain text (specification 2.2). */
  payloadText: z.string(),
  /** The hop path that the message came with. */
  hops: z.array(z.string()),
  /** The original message, which a forwarded one names; absent: this one. */
  originId: z.exactOptional(z.string()),
  /** The alert that the message is part of, as it left it. */
  alert: z.exactOptional(AlertMark),
});
export type OutgoingMessage = z.infer<typeof OutgoingMessage>;
