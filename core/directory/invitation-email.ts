import * as z from 'zod/mini';
import type { OutgoingMessage } from '../channels/outgoing-message.ts';
import { codePoints, fit } from '../channels/text-limit.ts';
import { idOf, ulidOf } from '../message/ids.ts';
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
  const text = [
    `You are invited to an organization of this notification router, as ${role}. Its owners call it:`,
    `“${shownName(organizationName)}”`,
    `To join, open this link and sign in with ${to}:`,
    link,
    'The link works once, within seven days. If you do not know what this is about, you need not do anything.',
  ].join('\n\n');
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
      id: idOf('message', ulidOf(id)),
      content: { title: 'Invitation to a notification router', message: text, tags: [] },
      receivedAt: createdAt,
      webhook: { id: 'invitations', name: 'Invitation' },
      payloadText: '{}',
      hops: [],
    },
  };
}

const MAX_NAME_CHARACTERS = 80;

/** What ends a line, cannot be seen, turns text round, or is a quotation mark like those that the name stands in. */
const NOT_SHOWN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}“”„‟"]+/gu;

/** A sign inside what mail programs would make a link: `evil.example`, `https://`, `a@b`; dots of other scripts too. */
const LINKING = /(?<=\S)[.:@。．｡](?=\S)/gu;

/** A name that anybody chose, so that in our mail it stays a name: one short line, and nothing to click on. */
function shownName(name: string): string {
  const line = name.toWellFormed().replaceAll(NOT_SHOWN, ' ').trim();
  return fit(line, MAX_NAME_CHARACTERS, codePoints).replaceAll(LINKING, '[$&]');
}
