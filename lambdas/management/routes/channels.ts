import { z } from '@hono/zod-openapi';
import { updateWays } from '../../../core/channels/updates.ts';
import {
  createChannel,
  regeneratePushUrl,
  regenerateStreamId,
  type SavedChannel,
  updateChannel,
} from '../../../core/directory/channels.ts';
import { deleteChannel } from '../../../core/directory/delete-channel.ts';
import { MAX_RETRIES, MAX_RETRY_WAIT_SECONDS } from '../../../core/directory/channel.ts';
import type { ChangeResult } from '../../../core/directory/change-result.ts';
import { readHealth } from '../../../core/figures/health.ts';
import { listOf, listView, pageOf, pageQuery } from '../cursor.ts';
import type { Deps } from '../deps.ts';
import { ChannelPath, Name, OrganizationPath, SlugField } from '../fields.ts';
import { noContent, notFoundReply, refused, type Reply, shown } from '../reply.ts';
import { defineRoute, type Route } from '../route.ts';
import { channelTestRoutes } from './channel-tests.ts';
import { ChannelView, channelView, ConfigField, KindField } from './channel-view.ts';
import { suppressedIn } from './suppressions.ts';

/** Waits of a channel that has its own. */
export const RetrySchedule = z
  .array(z.int().min(1).max(MAX_RETRY_WAIT_SECONDS))
  .min(1)
  .max(MAX_RETRIES)
  .meta({ description: "Seconds before each retry, instead of the router's own schedule.", examples: [[5, 60, 3600]] });

/** Whether a channel is told of problems. */
export const NotifyOnProblems = z
  .boolean()
  .meta({ description: 'Tell this channel when the router switches another one of the organisation off.' });

/** What a channel gets of alerts. */
export const UpdatesField = z.enum(updateWays).meta({
  description: 'Of an alert: one post that follows it; its beginning, what is louder and its end; or each message.',
});

const NewChannelBody = z.strictObject({
  kind: KindField,
  name: Name,
  config: ConfigField,
  enabled: z.boolean().default(true),
  retrySchedule: RetrySchedule.optional(),
  notifyOnProblems: NotifyOnProblems.optional(),
  updates: UpdatesField.optional(),
});

const ChannelPatchBody = z.strictObject({
  name: Name.optional(),
  enabled: z.boolean().optional(),
  config: ConfigField.optional(),
  retrySchedule: RetrySchedule.nullable().optional().meta({ description: "`null`: the router's own schedule." }),
  notifyOnProblems: NotifyOnProblems.optional(),
  updates: UpdatesField.optional(),
  slug: SlugField.nullable().optional(),
});

const collection = '/organizations/{organizationId}/channels';
const single = `${collection}/{channelId}`;

async function channelReply(deps: Deps, outcome: ChangeResult<SavedChannel>, status = 200): Promise<Reply> {
  if (outcome.kind !== 'done') return refused(outcome);
  const { channel, issued } = outcome.value;
  const health = await healthIn(deps, channel.organizationId);
  const view = channelView(channel, { ...deps, health: health(channel), issued });
  return shown(view, { status, version: channel.version });
}

const healthIn = async (deps: Deps, organizationId: string) => readHealth(deps.figures, organizationId, deps.now());

const facts = { tag: 'Channels' } as const;
const changing = { ...facts, access: 'admin', guarded: true, request: z.object({ params: ChannelPath }) } as const;
const answer = { status: 200, schema: ChannelView, etag: true } as const;

const list = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'get',
    path: collection,
    access: 'member',
    summary: 'List channels, newest first',
    request: z.object({ params: OrganizationPath, query: z.strictObject(pageQuery('channel')) }),
    answer: { status: 200, schema: listOf(ChannelView) },
    handle: async ({ params, query }) => {
      const [page, health] = await Promise.all([
        deps.store.listChannels(params.organizationId, pageOf(query)),
        healthIn(deps, params.organizationId),
      ]);
      return shown(listView(page, (channel) => channelView(channel, { ...deps, health: health(channel) })));
    },
  });

const create = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'post',
    path: collection,
    access: 'admin',
    audit: 'channel.created',
    summary: 'Create a channel; secrets that are made for it are shown this once',
    request: z.object({ params: OrganizationPath, body: NewChannelBody }),
    answer: { status: 201, schema: ChannelView, etag: true },
    handle: async ({ params, body }, { act }) =>
      channelReply(deps, await createChannel(deps, { ...params, ...body, act }), 201),
  });

const read = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'get',
    path: single,
    access: 'member',
    summary: 'One channel',
    request: z.object({ params: ChannelPath }),
    answer,
    handle: async ({ params }) => {
      const channel = await deps.store.readChannel(params.organizationId, params.channelId);
      if (channel === undefined) return notFoundReply;
      const [suppressed, health] = await Promise.all([
        suppressedIn(deps.store, channel),
        healthIn(deps, params.organizationId),
      ]);
      const view = channelView(channel, { ...deps, health: health(channel) });
      return shown({ ...view, ...suppressed }, { version: channel.version });
    },
  });

const patch = (deps: Deps) =>
  defineRoute({
    ...changing,
    method: 'patch',
    path: single,
    audit: 'channel.changed',
    summary: 'Change a channel; null removes a field, a masked secret stays, a new origin needs every secret again',
    request: z.object({ params: ChannelPath, body: ChannelPatchBody }),
    answer,
    handle: async ({ params, body }, { precondition, act }) =>
      channelReply(deps, await updateChannel(deps, { ...params, precondition, act }, body)),
  });

const remove = (deps: Deps) =>
  defineRoute({
    ...changing,
    method: 'delete',
    path: single,
    audit: 'channel.deleted',
    summary: 'Delete a channel and its links',
    answer: { status: 204 },
    handle: async ({ params }, { precondition, act }) => {
      const outcome = await deleteChannel(deps, { ...params, precondition, act });
      return outcome.kind === 'done' ? noContent : refused(outcome);
    },
  });

const newStreamId = (deps: Deps) =>
  defineRoute({
    ...changing,
    method: 'post',
    path: `${single}/regenerate-stream-id`,
    audit: 'channel.stream-id-regenerated',
    summary: 'Issue a new stream ID; readers of the old one are disconnected',
    answer,
    handle: async ({ params }, { precondition, act }) =>
      channelReply(deps, await regenerateStreamId(deps, { ...params, precondition, act })),
  });

const newPushUrl = (deps: Deps) =>
  defineRoute({
    ...changing,
    method: 'post',
    path: `${single}/regenerate-push-url`,
    audit: 'channel.push-url-regenerated',
    summary: 'Give a web push channel a new page; browsers that subscribed on the old one are forgotten',
    answer,
    handle: async ({ params }, { precondition, act }) =>
      channelReply(deps, await regeneratePushUrl(deps, { ...params, precondition, act })),
  });

/** Channels: where notifications are delivered. */
export function channelRoutes(deps: Deps): Route[] {
  const own = [list, create, read, patch, remove, newStreamId, newPushUrl].map((route) => route(deps));
  return [...own, ...channelTestRoutes(deps)];
}
