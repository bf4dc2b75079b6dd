import * as z from 'zod/mini';
import type { Outcome } from '../channels/outcome.ts';
import { OutgoingMessage } from '../channels/outgoing-message.ts';
import { InvitationEmail } from '../directory/invitation-email.ts';

/** What one function asks another to send. */
export const RemoteSend = z.object({
  organizationId: z.string(),
  channelId: z.string(),
  message: OutgoingMessage,
});
export type RemoteSend = z.input<typeof RemoteSend>;

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
