import definitions from '@octokit/webhooks-examples' with { type: 'json' };
import * as z from 'zod';

const Definitions = z.array(z.object({ name: z.string(), examples: z.array(z.record(z.string(), z.unknown())) }));

/** Every example of GitHub's documentation: the event's name and a body. */
export const publishedEvents = Definitions.parse(definitions).flatMap(({ name, examples }) =>
  examples.map((body, index) => ({ name, index, body })),
);
