import { z } from '@hono/zod-openapi';
import { messageUrlUnder } from '../../../core/delivery/message-url.ts';
import { previewChannel } from '../../../core/directory/preview-channel.ts';
import { testChannel, testDraft } from '../../../core/directory/test-channel.ts';
import type { Deps } from '../deps.ts';
import { ChannelPath, OrganizationPath } from '../fields.ts';
import { refused, shown } from '../reply.ts';
import { defineRoute, type Route } from '../route.ts';
import { ConfigField, KindField } from './channel-view.ts';

const TestResult = z
  .object({
    outcome: z.enum(['delivered', 'retry', 'failed', 'skipped']),
    status: z.int().optional().meta({ description: 'The HTTP status, when an answer came.' }),
    error: z.string().optional(),
    durationMs: z.number(),
  })
  .meta({ id: 'ChannelTest' });

const DraftBody = z.strictObject({ kind: KindField, config: ConfigField });

const Preview = z
  .object({
    title: z.string().optional(),
    message: z.string(),
    facts: z.string().meta({ description: 'Priority, tags and source in one line.' }),
    bodies: z.array(z.string()).meta({ description: 'What would be sent; secrets are masked.' }),
  })
  .meta({ id: 'ChannelPreview' });

/** Not below `/channels`, because there the next part is an id. */
const drafts = '/organizations/{organizationId}/channel-drafts';

const test = (deps: Deps) =>
  defineRoute({
    tag: 'Channels',
    method: 'post',
    path: '/organizations/{organizationId}/channels/{channelId}/test',
    access: 'admin',
    audit: 'channel.tested',
    summary: 'Send a sample now; readers of a live stream get a `: test` comment',
    request: z.object({ params: ChannelPath }),
    answer: { status: 200, schema: TestResult },
    handle: async ({ params }, { act }) => {
      const outcome = await testChannel(deps, { ...params, act });
      return outcome.kind === 'done' ? shown(outcome.value) : refused(outcome);
    },
  });

const testUnsaved = (deps: Deps) =>
  defineRoute({
    tag: 'Channels',
    method: 'post',
    path: `${drafts}/test`,
    access: 'admin',
    audit: 'channel.tested',
    summary: 'Send a sample as a channel of this config would, before it is saved',
    request: z.object({ params: OrganizationPath, body: DraftBody }),
    answer: { status: 200, schema: TestResult },
    handle: async ({ params, body }, { act }) => {
      const outcome = await testDraft(deps, { ...params, ...body, act });
      return outcome.kind === 'done' ? shown(outcome.value) : refused(outcome);
    },
  });

const preview = (deps: Deps) =>
  defineRoute({
    tag: 'Channels',
    method: 'post',
    path: `${drafts}/preview`,
    access: 'admin',
    summary: 'What a channel of this config would make of a sample; nothing is sent',
    request: z.object({ params: OrganizationPath, body: DraftBody }),
    answer: { status: 200, schema: Preview },
    handle: async ({ body }) => {
      const messageUrl = messageUrlUnder(deps.publicBaseUrl);
      const outcome = previewChannel({ ...deps, messageUrl }, body);
      return outcome.kind === 'done' ? shown(outcome.value) : refused(outcome);
    },
  });

/** Trying a channel out, saved or not. */
export function channelTestRoutes(deps: Deps): Route[] {
  return [test, testUnsaved, preview].map((route) => route(deps));
}
