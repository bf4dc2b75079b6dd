import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { ApiError } from '../api/api-error.ts';
import type { ApiClient } from '../api/client.ts';
import type { Me } from '../api/types.ts';
import { Empty } from '../feedback/empty.tsx';
import { Loaded } from '../feedback/loaded.tsx';
import { PageLink } from '../shell/page-link.tsx';
import { useMe } from './organization.tsx';
import { useSession } from './session.tsx';

/** What a link names without its organization. */
interface Named {
  readonly id: string;
  /** Where it is shown: its part of the address of a page, and what people call it. */
  readonly room: 'asks' | 'messages';
  readonly word: 'Ask' | 'Message';
  /** Reads it in an organization. */
  readonly read: (client: ApiClient, at: { readonly organizationId: string }) => Promise<unknown>;
}

/** Leads on to the page of what a link names, in whichever organization of the person it is. */
export function FindPage(named: Named) {
  return <Loaded query={useMe()}>{(me) => <Find me={me} {...named} />}</Loaded>;
}

function Find({ me, ...named }: Named & { readonly me: Me }) {
  const { id, room, word } = named;
  const { client } = useSession();
  const found = useQuery({
    queryKey: ['find', room, id],
    queryFn: async () => ({ organizationId: await organizationOf(client, me, named) }),
  });
  return (
    <Loaded query={found}>
      {({ organizationId }) =>
        organizationId === undefined ? (
          <Empty title={`${word} not found in your organizations`}>
            {word}s are kept for 30 days. <PageLink href="/">Go to the overview</PageLink>
          </Empty>
        ) : (
          <Navigate replace to={`/o/${organizationId}/${room}/${id}`} />
        )
      }
    </Loaded>
  );
}

async function organizationOf(client: ApiClient, me: Me, { read }: Named): Promise<string | undefined> {
  for (const { id: organizationId } of me.organizations) {
    const isHere = await read(client, { organizationId }).then(
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
