import * as z from 'zod';
import { defineKind } from './channel-kind.ts';

const LiveStreamChannelConfig = z.strictObject({
  format: z
    .enum(['json', 'text'])
    .default('json')
    .meta({
      title: 'Format',
      description: 'What each event holds: one JSON object, or one line of text.',
      examples: ['json', 'text'],
    }),
  includePriority: z
    .boolean()
    .default(true)
    .meta({
      title: 'Include priority',
      description: 'Whether events carry the priority.',
      examples: [true],
    }),
  includeTags: z
    .boolean()
    .default(true)
    .meta({
      title: 'Include tags',
      description: 'Whether events carry the tags.',
      examples: [true],
    }),
  includePayload: z
    .boolean()
    .default(true)
    .meta({
      title: 'Include payload',
      description: 'Whether events carry the original request body.',
      examples: [true],
    }),
});

/** Live Stream (specification 2.6). It has no deliverer: ingest writes its events, and the stream service pushes them. */
export const liveStream = defineKind({
  kind: 'live-stream',
  title: 'Live Stream',
  description: 'Pushes notifications to open browser tabs, terminals and agents as server-sent events.',
  config: LiveStreamChannelConfig,
  stored: LiveStreamChannelConfig,
});
