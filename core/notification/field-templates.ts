import * as z from 'zod/mini';

/** Per-webhook field mappings (specification 2.1), each a Liquid template. */
export const Templates = z.strictObject({
  title: z.optional(z.string()),
  message: z.optional(z.string()),
  priority: z.optional(z.string()),
  tags: z.optional(z.string()),
});
export type Templates = z.infer<typeof Templates>;
