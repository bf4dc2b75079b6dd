import { createHash } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import { listMessages, readMessage } from '../../../core/delivery/message-history.ts';
import type { MessageReport } from '../../../core/delivery/message-report.ts';
import { payloadText } from '../../../core/message/payload.ts';
import { listOf, listView, pageOf, pageQuery } from '../cursor.ts';
import type { Deps } from '../deps.ts';
import { Id, Moment, OrganizationPath, Time } from '../fields.ts';
import { notFoundReply, type Reply, shown } from '../reply.ts';
import { defineRoute, type Route } from '../route.ts';
import { messageSummary, MessageSummary, MessageView, StateField } from './message-view.ts';

const MessageQuery = z.strictObject({
  ...pageQuery('message'),
  webhookId: Id.optional(),
  channelId: Id.optional().meta({ description: 'It went to this channel.' }),
  state: StateField.optional().meta({
    description: 'At least one delivery is in this state; with `channelId`, the delivery to that channel.',
  }),
  from: Moment.optional().meta({ description: 'Received at or after this time.' }),
  to: Moment.optional().meta({ description: 'Received at or before this time.' }),
  alertId: Id.optional().meta({ description: 'Part of this alert.' }),
  q: z.string().max(200).optional().meta({ description: 'Part of the title or the message, in any case.' }),
  tag: z.string().min(1).max(200).optional().meta({ description: 'One of its tags, in any case.' }),
  priority: z.coerce.number().int().min(1).max(5).optional().meta({ description: 'At least this priority.' }),
});

const MessageList = listOf(MessageSummary).extend({
  searchedTo: Time.nullable().optional().meta({
    description:
      'A search alone has it: everything received since then was looked at; null: everything there is. Go on with `nextCursor`.',
  }),
});

const MessagePath = OrganizationPath.extend({ messageId: Id });

const collection = '/organizations/{organizationId}/messages';

/** The whole message. The payload's own text is spliced in, so that its numbers keep every digit. */
function wholeReply(report: MessageReport, payload: string): Reply {
  const text = `${JSON.stringify(messageSummary(report)).slice(0, -1)},"payload":${payload}}`;
  const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`;
  return { status: 200, text, headers: { etag } };
}

const facts = { tag: 'Messages', access: 'member', method: 'get' } as const;
const historyPorts = ({ messages, alerts, store }: Deps) => ({ messages, alerts, channels: store });

const list = (deps: Deps) =>
  defineRoute({
    ...facts,
    path: collection,
    summary:
      'List messages, newest first. With `q`, `tag`, `priority`, `channelId`, or a state other than `failed`, it is a search: it reads up to two seconds, and says how far it came',
    request: z.object({ params: OrganizationPath, query: MessageQuery }),
    answer: { status: 200, schema: MessageList },
    handle: async ({ params, query }) => {
      const { webhookId, channelId, state, from, to, q: text, tag, priority, alertId } = query;
      const filters = { webhookId, channelId, state, from, to, text, tag, priority, alertId };
      const page = await listMessages(historyPorts(deps), { ...params, page: pageOf(query), filters });
      const { searchedTo } = page;
      return shown({ ...listView(page, messageSummary), ...(searchedTo === undefined ? {} : { searchedTo }) });
    },
  });

const read = (deps: Deps) =>
  defineRoute({
    ...facts,
    path: `${collection}/{messageId}`,
    summary: 'One message, whole',
    request: z.object({ params: MessagePath }),
    answer: { status: 200, schema: MessageView, etag: true },
    handle: async ({ params }) => {
      const report = await readMessage(historyPorts(deps), params);
      if (report === undefined) return notFoundReply;
      return wholeReply(report, await payloadText(report.message.payload, deps.bodies));
    },
  });

/** Messages and how their deliveries went. */
export function messageRoutes(deps: Deps): Route[] {
  return [list, read].map((route) => route(deps));
}
