import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { useState } from 'react';
import { done } from '../api/client.ts';
import { useAction } from '../feedback/action.ts';
import { Confirm } from '../feedback/confirm.tsx';
import { useApi, useOrganization } from '../session/organization.tsx';

/** The end of an organization. */
export function DeleteOrganization() {
  const { client, organizationId } = useApi();
  const { name } = useOrganization();
  const [isAsking, setAsking] = useState(false);
  const remove = useAction({
    quiet: true,
    run: () =>
      done(
        client.DELETE('/api/v1/organizations/{organizationId}', {
          params: { path: { organizationId } },
          body: { confirm: name },
        }),
      ),
    // Everything that is held here is about what is gone.
    onDone: () => location.assign('/'),
  });
  return (
    <Container
      header={
        <Header
          description="Webhooks, channels, streams, tokens, invitations and members are gone at once."
          actions={<Button onClick={() => setAsking(true)}>Delete organization</Button>}
        >
          Delete
        </Header>
      }
    >
      This cannot be undone.
      {isAsking && (
        <Confirm
          title="Delete this organization?"
          action="Delete organization"
          phrase={name}
          onConfirm={() => remove.mutateAsync()}
          onClose={() => setAsking(false)}
        >
          Every sender gets 404, every stream ends, every token stops working, and messages cannot be read any more.
          Nobody can bring it back.
        </Confirm>
      )}
    </Container>
  );
}
