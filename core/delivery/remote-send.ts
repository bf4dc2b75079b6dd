import * as z from 'zod/mini';
import type { OutgoingMessage } from '../channels/channel-kind.ts';
import type { Outcome } from '../channels/outcome.ts';
import { InvitationEmail } from '../directory/invitation-email.ts';

/** What one function asks another to send. */
export const RemoteSend = z.object({
  organizationId: z.string(),
  channelId: z.string(),
  message: z.object({
    id: z.string(),
    title: z.exactOptional(z.string()),
    message: z.string(),
    priority: z.exactOptional(z.number()),
    tags: z.array(z.string()),
    receivedAt: z.string(),
    webhook: z.object({ id: z.string(), name: z.string() }),
    payloadText: z.string(),
    hops: z.array(z.string()),
    originId: z.exactOptional(z.string()),
  }) satisfies z.ZodMiniType<OutgoingMessage>,
});
export type RemoteSend = z.infer<typeof RemoteSend>;

/** An invitation that another function is to send by email. */
export const RemoteInvitation = z.object({ invitation: InvitationEmail });
export type RemoteInvitation = z.infer<typeof RemoteInvitation>;

const optional = { status: z.exactOptional(z.number()) };

/** What the other function answers. */
export const RemoteOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('delivered'), ...optional }),
  z.object({
    kind: z.literal('retry'),
    error: z.string(),
    retryAfterSeconds: z.exactOptional(z.number()),
    ...optional,
  }),
  z.object({
    kind: z.literal('failed'),
    error: z.string(),
    disableChannel: z.exactOptional(z.string()),
    ...optional,
  }),
]) satisfies z.ZodMiniType<Outcome>;
