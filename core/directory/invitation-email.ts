import * as z from 'zod/mini';
import type { OutgoingMessage } from '../channels/channel-kind.ts';
import { messageIdOf } from '../notification/message-id.ts';
import type { Channel } from './channel.ts';
import { Role } from './organization.ts';

/** An email that invites somebody, as one function asks another to send it. */
export const InvitationEmail = z.object({
  invitationId: z.string(),
  organizationId: z.string(),
  organizationName: z.string(),
  to: z.string(),
  role: Role,
  /** Where the invitation is accepted. Holds its token. */
  link: z.string(),
  /** ISO 8601 UTC. */
  createdAt: z.string(),
});
export type InvitationEmail = z.infer<typeof InvitationEmail>;

/**
 * An invitation as a message to an email channel that exists for it alone, so that it is written, and kept from
 * suppressed addresses, as every other email is.
 */
export function readInvitationEmail(email: InvitationEmail): { channel: Channel; message: OutgoingMessage } {
  const { invitationId: id, organizationId, organizationName, to, role, link, createdAt } = email;
  const text =
    `You are invited to ${organizationName} as ${role}. Open this link and sign in with ${to}:\n\n${link}\n\n` +
    'The link works once, within seven days. If you do not know what this is about, you need not do anything.';
  return {
    channel: {
      id,
      organizationId,
      kind: 'email',
      name: 'Invitations',
      enabled: true,
      config: { to: [to] },
      createdAt,
      updatedAt: createdAt,
      version: 1,
    },
    message: {
      id: messageIdOf(id.slice(id.indexOf('_') + 1)),
      title: `Invitation to ${organizationName}`,
      message: text,
      tags: [],
      receivedAt: createdAt,
      webhook: { id: 'invitations', name: 'Invitation' },
      payloadText: '{}',
      hops: [],
    },
  };
}
