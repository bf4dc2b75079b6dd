import { useQuery } from '@tanstack/react-query';
import { bodyOf, done } from '../api/client.ts';
import { readAll } from '../api/read-all.ts';
import type { Role } from '../api/types.ts';
import { useAction } from '../feedback/action.ts';
import { useShowOnce } from '../secrets/shown-once.tsx';
import { useApi } from '../session/organization.tsx';

const members = '/api/v1/organizations/{organizationId}/members';
const invitations = '/api/v1/organizations/{organizationId}/invitations';
const LIMIT = 100;

/** Everybody who belongs to the organization. */
export function useMembers() {
  const { client, organizationId } = useApi();
  return useQuery({
    queryKey: [organizationId, 'members'],
    queryFn: () =>
      readAll((cursor) =>
        bodyOf(
          client.GET(members, {
            params: { path: { organizationId }, query: { limit: LIMIT, ...(cursor !== undefined && { cursor }) } },
          }),
        ),
      ),
  });
}

/** Open invitations; only owners may see them. */
export function useInvitations() {
  const { client, organizationId } = useApi();
  return useQuery({
    queryKey: [organizationId, 'invitations'],
    queryFn: () =>
      readAll((cursor) =>
        bodyOf(
          client.GET(invitations, {
            params: { path: { organizationId }, query: { limit: LIMIT, ...(cursor !== undefined && { cursor }) } },
          }),
        ),
      ),
  });
}

interface RoleChange {
  readonly memberId: string;
  readonly role: Role;
}

/** What owners can do to members, and everybody to themselves. */
export function useMemberActions() {
  const { client, organizationId } = useApi();
  const path = `${members}/{memberId}` as const;
  return {
    changeRole: useAction({
      told: 'Role changed. It applies from the next request.',
      run: ({ memberId, role }: RoleChange) =>
        bodyOf(client.PATCH(path, { params: { path: { organizationId, memberId } }, body: { role } })),
    }),
    remove: useAction({
      quiet: true,
      run: (memberId: string) => done(client.DELETE(path, { params: { path: { organizationId, memberId } } })),
    }),
  };
}

/** Inviting, and taking it back. */
export function useInvitationActions() {
  const { client, organizationId } = useApi();
  const show = useShowOnce();
  return {
    invite: useAction({
      quiet: true,
      run: (body: { readonly email: string; readonly role: Role }) =>
        bodyOf(client.POST(invitations, { params: { path: { organizationId } }, body })),
      onDone: ({ link, email }) =>
        show({
          title: 'Invitation link',
          value: link,
          hint: `Send it to ${email}. It works once within seven days, and only for that address.`,
        }),
    }),
    revoke: useAction({
      told: 'Invitation revoked. Its link no longer works.',
      quiet: true,
      run: (invitationId: string) =>
        done(client.DELETE(`${invitations}/{invitationId}`, { params: { path: { organizationId, invitationId } } })),
    }),
  };
}
