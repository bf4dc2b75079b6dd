import { useQuery } from '@tanstack/react-query';
import { bodyOf, done } from '../api/client.ts';
import { readAll } from '../api/read-all.ts';
import type { Role } from '../api/types.ts';
import { useAction } from '../feedback/action.ts';
import { useShowOnce } from '../secrets/shown-once.tsx';
import { useApi } from '../session/organization.tsx';

const path = '/api/v1/organizations/{organizationId}/tokens';
const LIMIT = 100;

/** Every management token, without the tokens themselves. */
export function useTokens() {
  const { client, organizationId } = useApi();
  return useQuery({
    queryKey: [organizationId, 'tokens'],
    queryFn: () =>
      readAll((cursor) =>
        bodyOf(
          client.GET(path, {
            params: { path: { organizationId }, query: { limit: LIMIT, ...(cursor !== undefined && { cursor }) } },
          }),
        ),
      ),
  });
}

/** Issuing and revoking. */
export function useTokenActions() {
  const { client, organizationId } = useApi();
  const show = useShowOnce();
  return {
    create: useAction({
      quiet: true,
      run: (body: { readonly name: string; readonly role: Role; readonly expiresAt?: string }) =>
        bodyOf(client.POST(path, { params: { path: { organizationId } }, body })),
      onDone: ({ token }) =>
        show({
          title: 'Your new management token',
          value: token,
          hint: 'Programs put it into the header Authorization: Bearer.',
        }),
    }),
    revoke: useAction({
      told: 'Token revoked.',
      quiet: true,
      run: (tokenId: string) =>
        done(client.DELETE(`${path}/{tokenId}`, { params: { path: { organizationId, tokenId } } })),
    }),
  };
}
