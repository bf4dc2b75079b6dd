import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useNavigate, useParams } from 'react-router';
import { bodyOf } from '../api/client.ts';
import { useAction } from '../feedback/action.ts';
import { Failure } from '../feedback/failure.tsx';
import { useMe } from '../session/organization.tsx';
import { useSession } from '../session/session.tsx';
import { TopBar } from '../shell/top-bar.tsx';

/** Where the link of an invitation leads. */
export function InvitationPage() {
  const { token = '' } = useParams();
  const { data: me } = useMe();
  const { client } = useSession();
  const navigate = useNavigate();
  const accept = useAction({
    quiet: true,
    run: () => bodyOf(client.POST('/api/v1/invitations/{token}/accept', { params: { path: { token } } })),
    onDone: ({ id }) => void navigate(`/o/${id}/`),
  });
  return (
    <>
      <TopBar {...(me !== undefined && { me })} />
      <main className="narrow-page">
        <Container header={<Header variant="h1">You were invited</Header>}>
          <SpaceBetween size="m">
            <div>
              {me?.user === null
                ? 'Invitations are for people. Sign out, then sign in as the person who was invited.'
                : `Join the organization as ${me?.user?.email ?? 'yourself'}. It works once, and only for the address that was invited.`}
            </div>
            {accept.error !== null && <Failure error={accept.error} />}
            <Button
              variant="primary"
              disabled={me === undefined || me.user === null}
              loading={accept.isPending}
              onClick={() => accept.mutate()}
            >
              Join
            </Button>
          </SpaceBetween>
        </Container>
      </main>
    </>
  );
}
