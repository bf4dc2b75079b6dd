import * as z from 'zod/mini';

/** Bounds of `autoResolveSeconds`: a minute and thirty days. */
export const AUTO_RESOLVE_SECONDS = { min: 60, max: 2_592_000 } as const;

/**
 * How a webhook groups its messages into alerts. What has no template is read as its preset knows, else from the body.
 *
 * @see contract section 7
 */
export const Lifecycle = z.strictObject({
  /** A Liquid template of what the message is about. */
  key: z.optional(z.string()),
  /** A Liquid template of how that stands. */
  status: z.optional(z.string()),
  /** An alert that nobody says fires for so long is resolved. */
  autoResolveSeconds: z.optional(z.number()),
});
export type Lifecycle = z.infer<typeof Lifecycle>;
