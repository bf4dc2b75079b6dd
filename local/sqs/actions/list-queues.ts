import * as z from 'zod';
import type { SqsContext } from '../context.ts';
import { checkRange } from '../errors.ts';

export const ListQueuesInput = z.object({
  QueueNamePrefix: z.string().optional(),
  NextToken: z.string().optional(),
  /** 1–1000. Without it there is no paging, and at most 1,000 are listed. */
  MaxResults: z.number().optional(),
});

/** Lists queues by name; a page's token is the last name on it. */
export function listQueues(
  input: z.infer<typeof ListQueuesInput>,
  context: SqsContext,
): { QueueUrls?: string[]; NextToken?: string } {
  checkRange('MaxResults', input.MaxResults, { min: 1, max: 1000 });
  const after = Buffer.from(input.NextToken ?? '', 'base64url').toString();
  const names = context.queues
    .all()
    .map((queue) => queue.name)
    .filter((name) => name.startsWith(input.QueueNamePrefix ?? '') && name > after)
    .sort();
  const page = names.slice(0, input.MaxResults ?? 1000);
  const last = page.at(-1);
  return {
    ...(page.length > 0 && { QueueUrls: page.map(context.addresses.url) }),
    ...(input.MaxResults !== undefined &&
      last !== undefined &&
      page.length < names.length && { NextToken: Buffer.from(last).toString('base64url') }),
  };
}
