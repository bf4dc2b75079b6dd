import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { type ApiClient, bodyOf } from '../api/client.ts';
import type { Me, Role } from '../api/types.ts';
import { ME, useSession } from './session.tsx';

/** The organization that the page is about, and what the viewer may do in it. */
export interface CurrentOrganization {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

export const OrganizationContext = createContext<CurrentOrganization | undefined>(undefined);

/** The organization of the address. @throws outside of the shell */
export function useOrganization(): CurrentOrganization {
  const organization = useContext(OrganizationContext);
  if (organization === undefined) throw new Error('useOrganization is used outside of the shell');
  return organization;
}

const ranks: Readonly<Record<Role, number>> = { member: 0, admin: 1, owner: 2 };

/** Whether somebody with the role that is theirs in an organization has at least another one. */
export function mayIn({ role }: CurrentOrganization, least: Role): boolean {
  return ranks[role] >= ranks[least];
}

/** Whether the viewer has at least this role: buttons they may not use are not shown. */
export function useMay(role: Role): boolean {
  return mayIn(useOrganization(), role);
}

/** Paths of pages within the organization. */
export function usePaths(): (path: string) => string {
  const { id } = useOrganization();
  return (path) => `/o/${id}/${path}`;
}

/** What every call of the API within the organization needs. */
export function useApi(): { readonly client: ApiClient; readonly organizationId: string } {
  const { client } = useSession();
  return { client, organizationId: useOrganization().id };
}

/** Who is signed in, and in which organizations. */
export function useMe() {
  const { client, state } = useSession();
  return useQuery<Me>({
    queryKey: ME,
    queryFn: () => bodyOf(client.GET('/api/v1/me')),
    enabled: state !== 'signed-out' && state !== 'loading',
  });
}
