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

/** Where approvers come from an answer page, which names the ask and not its organization. */
export function FindAskPage() {
  return <Loaded query={useMe()}>{(me) => <Find me={me} />}</Loaded>;
}

function Find({ me }: { readonly me: Me }) {
  const { askId = '' } = useParams();
  const { client } = useSession();
  const found = useQuery({
    queryKey: ['find-ask', askId],
    queryFn: async () => ({ organizationId: await organizationOf(client, me, askId) }),
  });
  return (
    <Loaded query={found}>
      {({ organizationId }) =>
        organizationId === undefined ? (
          <Empty title="Ask not found in your organizations">
            Asks are kept for 30 days. <PageLink href="/">Go to the overview</PageLink>
          </Empty>
        ) : (
          <Navigate replace to={`/o/${organizationId}/asks/${askId}`} />
        )
      }
    </Loaded>
  );
}

async function organizationOf(client: ApiClient, me: Me, askId: string): Promise<string | undefined> {
  for (const { id: organizationId } of me.organizations) {
    const params = { path: { organizationId, askId } };
    const isHere = await bodyOf(client.GET('/api/v1/organizations/{organizationId}/asks/{askId}', { params })).then(
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
