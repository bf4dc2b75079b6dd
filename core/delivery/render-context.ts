import type { RenderContext } from '../channels/channel-kind.ts';
import type { ChannelKind } from '../channels/kinds.ts';
import type { OutgoingMessage } from '../channels/outgoing-message.ts';
import type { Channel } from '../directory/channel.ts';
import { deliveryIdOf } from './delivery-id.ts';

/** How the router names itself to receivers. */
const USER_AGENT = 'notification-router/1.0';

/** What rendering a message needs from outside. */
export interface ContextPorts {
  readonly now: () => number;
  /** The address of a message in the dashboard. Absent: what is sent carries no link. */
  readonly messageUrl?: (messageId: string) => string;
  /** By kind: looks up what channels of this kind alone need, `RenderContext.own`. */
  readonly own?: Partial<Record<ChannelKind, (channel: Channel) => Promise<unknown>>>;
}

/** What every attempt to send a message to a channel knows beside the message. */
export async function contextOf(
  ports: ContextPorts,
  channel: Channel,
  message: OutgoingMessage,
): Promise<RenderContext> {
  return {
    deliveryId: deliveryIdOf(message.id, channel.id),
    now: ports.now(),
    userAgent: USER_AGENT,
    ...(ports.messageUrl === undefined ? {} : { messageUrl: ports.messageUrl(message.id) }),
    own: await ports.own?.[channel.kind]?.(channel),
  };
}
