import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { Invitation } from '../api/types.ts';
import { Confirm } from '../feedback/confirm.tsx';
import { Empty } from '../feedback/empty.tsx';
import { IfRead } from '../feedback/if-read.tsx';
import { Failure } from '../feedback/failure.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { Listing } from '../shell/listing.tsx';
import { Moment } from '../time/moment.tsx';
import { useInvitationActions, useInvitations } from './member-queries.ts';
import { roleName, roleOptions, toRole } from './roles.ts';

/** Who was invited and has not come yet. */
export function Invitations() {
  const invitations = useInvitations();
  const [isInviting, setInviting] = useState(false);
  const [revoking, setRevoking] = useState<Invitation>();
  const { revoke } = useInvitationActions();
  const items = invitations.data ?? [];
  return (
    <>
      <Listing
        items={items}
        trackBy="id"
        loading={invitations.isPending}
        loadingText="Loading invitations"
        header={
          <Header counter={`(${items.length})`} actions={<Button onClick={() => setInviting(true)}>Invite</Button>}>
            Open invitations
          </Header>
        }
        empty={
          <IfRead query={invitations}>
            <Empty title="No open invitations">An invitation is a link that one person can join with.</Empty>
          </IfRead>
        }
        columnDefinitions={[
          {
            id: 'email',
            header: 'Email address',
            isRowHeader: true,
            cell: ({ email }) => <span className="breakable">{email}</span>,
          },
          { id: 'role', header: 'Role', cell: ({ role }) => roleName(role) },
          { id: 'expires', header: 'Expires', cell: ({ expiresAt }) => <Moment at={expiresAt} ago /> },
          {
            id: 'actions',
            header: 'Actions',
            cell: (invitation) => (
              <Button
                variant="inline-link"
                ariaLabel={`Revoke the invitation of ${invitation.email}`}
                onClick={() => setRevoking(invitation)}
              >
                Revoke
              </Button>
            ),
          },
        ]}
      />
      {isInviting && <Invite onClose={() => setInviting(false)} />}
      {revoking !== undefined && (
        <Confirm
          title="Revoke this invitation?"
          action="Revoke"
          onConfirm={() => revoke.mutateAsync(revoking.id)}
          onClose={() => setRevoking(undefined)}
        >
          The link that {revoking.email} got stops working at once.
        </Confirm>
      )}
    </>
  );
}

function Invite({ onClose }: { readonly onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState('member');
  const { invite } = useInvitationActions();
  const submit = () =>
    invite.mutateAsync({ email: email.trim(), role: toRole(role) }).then(onClose, () => {
      // Shown below.
    });
  return (
    <Dialog
      title="Invite someone"
      action="Create invitation"
      isReady={email.trim() !== ''}
      isBusy={invite.isPending}
      onAction={() => void submit()}
      onClose={onClose}
    >
      <SpaceBetween size="m">
        <FormField label="Email address" description="The one they sign in with.">
          <Input type="email" value={email} onChange={({ detail }) => setEmail(detail.value)} />
        </FormField>
        <FormField label="Role">
          <Select
            options={roleOptions}
            selectedOption={roleOptions.find(({ value }) => value === role) ?? null}
            onChange={({ detail }) => setRole(detail.selectedOption.value ?? role)}
          />
        </FormField>
        {invite.error !== null && <Failure error={invite.error} />}
      </SpaceBetween>
    </Dialog>
  );
}
