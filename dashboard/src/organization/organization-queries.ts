import { useQuery } from '@tanstack/react-query';
import { bodyOf } from '../api/client.ts';
import { useApi } from '../session/organization.tsx';

/** The organization with its plan and usage. */
export function useOrganizationDetails() {
  const { client, organizationId } = useApi();
  return useQuery({
    queryKey: [organizationId, 'organization'],
    queryFn: () =>
      bodyOf(client.GET('/api/v1/organizations/{organizationId}', { params: { path: { organizationId } } })),
  });
}
