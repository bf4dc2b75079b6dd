import * as z from 'zod';

const Attempt = z.looseObject({ outcome: z.string(), status: z.number().optional() });

/** A message as the management API shows it, as far as tests look at it. */
export const ShownMessage = z.looseObject({
  id: z.string(),
  title: z.string().optional(),
  message: z.string(),
  priority: z.number().optional(),
  tags: z.array(z.string()),
  format: z.string(),
  payload: z.unknown(),
  deliveries: z.array(z.looseObject({ channelId: z.string(), state: z.string(), attempts: z.array(Attempt) })),
  routing: z.array(z.looseObject({ channelId: z.string(), matched: z.boolean(), reason: z.string() })),
});
