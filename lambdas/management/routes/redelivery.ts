import { z } from '@hono/zod-openapi';
import type { ChangeResult } from '../../../core/directory/change-result.ts';
import {
  type Redelivered,
  type RedeliverPorts,
  replayMessage,
  retryDelivery,
} from '../../../core/sending/redeliver.ts';
import type { Deps } from '../deps.ts';
import { Id, OrganizationPath } from '../fields.ts';
import { refused, type Reply, shown } from '../reply.ts';
import { defineRoute, type Route } from '../route.ts';

const MessagePath = OrganizationPath.extend({ messageId: Id });
const DeliveryPath = MessagePath.extend({ channelId: Id });

const RedeliveredView = z
  .object({ channelIds: z.array(Id).meta({ description: 'The channels that are tried again.' }) })
  .meta({ id: 'Redelivery' });

const single = '/organizations/{organizationId}/messages/{messageId}';
const facts = { tag: 'Messages', access: 'admin', method: 'post' } as const;
const answer = { status: 202, schema: RedeliveredView } as const;

const portsOf = (deps: Deps): RedeliverPorts => ({ ...deps, directory: deps.store });

function reply(outcome: ChangeResult<Redelivered>): Reply {
  return outcome.kind === 'done' ? shown(outcome.value, { status: 202 }) : refused(outcome);
}

const retry = (deps: Deps) =>
  defineRoute({
    ...facts,
    path: `${single}/deliveries/{channelId}/retry`,
    audit: 'message.delivery-retried',
    summary: 'Make one delivery again: the same message to the same channel, whatever became of it',
    request: z.object({ params: DeliveryPath }),
    answer,
    handle: async ({ params }, { act }) => reply(await retryDelivery(portsOf(deps), { ...params, act })),
  });

const replay = (deps: Deps) =>
  defineRoute({
    ...facts,
    path: `${single}/replay`,
    audit: 'message.replayed',
    summary: "Run today's routing again on a stored message; 404 when its webhook was deleted",
    request: z.object({ params: MessagePath }),
    answer,
    handle: async ({ params }, { act }) => reply(await replayMessage(portsOf(deps), { ...params, act })),
  });

/** Delivering messages again, whether or not they were delivered. */
export function redeliveryRoutes(deps: Deps): Route[] {
  return [retry, replay].map((route) => route(deps));
}
