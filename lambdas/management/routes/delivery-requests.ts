import { z } from '@hono/zod-openapi';
import { outgoingMessage } from '../../../core/delivery/outgoing.ts';
import type { Deps } from '../deps.ts';
import { Id, OrganizationPath } from '../fields.ts';
import { notFoundReply, shown } from '../reply.ts';
import { defineRoute, type Route } from '../route.ts';

const DeliveryPath = OrganizationPath.extend({ messageId: Id, channelId: Id });

const DeliveryRequests = z
  .object({
    requests: z.array(
      z.object({
        method: z.string(),
        url: z.string(),
        headers: z.record(z.string(), z.string()),
        body: z.string(),
        curl: z.string().meta({ description: 'The same as a command; of an AWS service, one of the AWS CLI.' }),
      }),
    ),
  })
  .meta({ id: 'DeliveryRequests' });

/** What a delivery would send. */
export function deliveryRequestRoutes(deps: Deps): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/organizations/{organizationId}/messages/{messageId}/deliveries/{channelId}/request',
      access: 'member',
      tag: 'Messages',
      summary:
        'What would be sent of a message to a channel now, with every secret masked; nothing for a channel that is read',
      request: z.object({ params: DeliveryPath }),
      answer: { status: 200, schema: DeliveryRequests },
      handle: async ({ params: { organizationId, messageId, channelId } }) => {
        const record = await deps.messages.readMessage(organizationId, messageId);
        const isRouted = record?.message.routing.some((link) => link.channelId === channelId) === true;
        const channel = isRouted ? await deps.store.readChannel(organizationId, channelId) : undefined;
        if (record === undefined || channel === undefined) return notFoundReply;
        const message = await outgoingMessage(record.message, deps.bodies);
        return shown({ requests: await deps.showRequests(channel, message) });
      },
    }),
  ];
}
