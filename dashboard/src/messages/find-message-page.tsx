import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { ApiError } from '../api/api-error.ts';
import { type ApiClient, bodyOf } from '../api/client.ts';
import type { Me } from '../api/types.ts';
import { Empty } from '../feedback/empty.tsx';
import { Loaded } from '../feedback/loaded.tsx';
import { useMe } from '../session/organization.tsx';
import { useSession } from '../session/session.tsx';
import { PageLink } from '../shell/page-link.tsx';

/** Where links in delivered notifications lead: they name the message and not its organization. */
export function FindMessagePage() {
  return <Loaded query={useMe()}>{(me) => <Find me={me} />}</Loaded>;
}

function Find({ me }: { readonly me: Me }) {
  const { messageId = '' } = useParams();
  const { client } = useSession();
  const found = useQuery({
    queryKey: ['find-message', messageId],
    queryFn: async () => ({ organizationId: await organizationOf(client, me, messageId) }),
  });
  return (
    <Loaded query={found}>
      {({ organizationId }) =>
        organizationId === undefined ? (
          <Empty title="Message not found in your organizations">
            Messages are kept for 30 days. <PageLink href="/">Go to the overview</PageLink>
          </Empty>
        ) : (
          <Navigate replace to={`/o/${organizationId}/messages/${messageId}`} />
        )
      }
    </Loaded>
  );
}

async function organizationOf(client: ApiClient, me: Me, messageId: string): Promise<string | undefined> {
  for (const { id: organizationId } of me.organizations) {
    const params = { path: { organizationId, messageId } };
    const call = client.GET('/api/v1/organizations/{organizationId}/messages/{messageId}', { params });
    const isHere = await bodyOf(call).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return false;
        throw error;
      },
    );
    if (isHere) return organizationId;
  }
  return undefined;
}
