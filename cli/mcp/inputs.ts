import * as z from 'zod';

/** Which webhook an agent means. */
export const Webhook = z
  .string()
  .max(100)
  .optional()
  .describe('Slug, name or id of a webhook; not needed where there is only one');

/** What an agent tells people. */
export const Notification = {
  message: z.string().min(1).max(20_000).describe('What happened, in a few sentences'),
  title: z.string().max(250).optional().describe('What it is about, in a few words'),
  priority: z.int().min(1).max(5).optional().describe('5 is the highest; leave it out for ordinary news'),
  tags: z.array(z.string().max(100)).max(20).optional().describe('Words that filters and people look for'),
  webhook: Webhook,
};
