import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { bodyOf } from '../api/client.ts';
import { useAction } from '../feedback/action.ts';
import { NoticeBar } from '../feedback/notices.tsx';
import { useShowOnce } from '../secrets/shown-once.tsx';
import { useMe } from '../session/organization.tsx';
import { useSession } from '../session/session.tsx';
import { TopBar } from '../shell/top-bar.tsx';

/** Makes an organization. Also the first page of somebody who is in none yet. */
export function NewOrganizationPage() {
  const { data: me } = useMe();
  const [name, setName] = useState('');
  const create = useCreateOrganization();
  return (
    <>
      <TopBar {...(me !== undefined && { me })} />
      <main className="narrow-page">
        <NoticeBar />
        <form
          onSubmit={(event) => {
            event.preventDefault();
            create.mutate(name.trim());
          }}
        >
          <Container header={<Header variant="h1">New organization</Header>}>
            <SpaceBetween size="m">
              <FormField
                label="Name"
                description="An organization has its own webhooks, channels, messages and members. If you were invited to one, open the invitation link instead."
              >
                <Input value={name} onChange={({ detail }) => setName(detail.value)} />
              </FormField>
              <Button variant="primary" formAction="submit" disabled={name.trim() === ''} loading={create.isPending}>
                Create organization
              </Button>
            </SpaceBetween>
          </Container>
        </form>
      </main>
    </>
  );
}

function useCreateOrganization() {
  const { client } = useSession();
  const navigate = useNavigate();
  const show = useShowOnce();
  return useAction({
    run: (name: string) => bodyOf(client.POST('/api/v1/organizations', { body: { name } })),
    onDone: ({ id, managementToken }) => {
      // A management token acts in one organization: the new one has a token of its own.
      if (managementToken === undefined) return void navigate(`/o/${id}/`);
      show({
        title: 'Management token for the new organization',
        value: managementToken,
        hint: 'Sign out and sign in with it to work in the new organization.',
      });
      return void navigate('/');
    },
  });
}
