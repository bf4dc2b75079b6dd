import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Select from '@cloudscape-design/components/select';
import { useState } from 'react';
import type { Member } from '../api/types.ts';
import { Confirm } from '../feedback/confirm.tsx';
import { Empty } from '../feedback/empty.tsx';
import { Loaded } from '../feedback/loaded.tsx';
import { useMay, useMe } from '../session/organization.tsx';
import { Listing } from '../shell/listing.tsx';
import { Page } from '../shell/page.tsx';
import { Moment } from '../time/moment.tsx';
import { Invitations } from './invitations.tsx';
import { useMemberActions, useMembers } from './member-queries.ts';
import { roleName, roleOptions, toRole } from './roles.ts';

/** Who belongs to the organization. */
export function MembersPage() {
  const isOwner = useMay('owner');
  return (
    <Page
      title="Members"
      description="People who sign in to this organization. Programs use tokens instead."
      help="api#members-and-invitations"
    >
      <Loaded query={useMembers()}>
        {(members) => (
          <SpaceBetween size="l">
            <MemberTable members={members} />
            {/* Not before the table is there, which would move what somebody is about to click. */}
            {isOwner && <Invitations />}
          </SpaceBetween>
        )}
      </Loaded>
    </Page>
  );
}

function MemberTable({ members }: { readonly members: readonly Member[] }) {
  const me = useMe().data?.user?.id;
  const isOwner = useMay('owner');
  const [removing, setRemoving] = useState<Member>();
  return (
    <>
      <Listing
        items={members}
        trackBy="id"
        header={<Header counter={`(${members.length})`}>Members</Header>}
        empty={<Empty title="No members">Nobody signs in to this organization: only tokens act in it.</Empty>}
        columnDefinitions={[
          {
            id: 'email',
            header: 'Email address',
            isRowHeader: true,
            cell: ({ id, email }) => (
              <span className="breakable">
                {email}
                {id === me && ' (you)'}
              </span>
            ),
          },
          { id: 'role', header: 'Role', cell: (member) => <MemberRole member={member} /> },
          { id: 'since', header: 'Since', cell: ({ createdAt }) => <Moment at={createdAt} /> },
          {
            id: 'actions',
            header: 'Actions',
            cell: (member) =>
              (isOwner || member.id === me) && (
                <Button
                  variant="inline-link"
                  ariaLabel={member.id === me ? 'Leave the organization' : `Remove ${member.email}`}
                  onClick={() => setRemoving(member)}
                >
                  {member.id === me ? 'Leave' : 'Remove'}
                </Button>
              ),
          },
        ]}
      />
      {removing !== undefined && (
        <RemoveMember member={removing} isSelf={removing.id === me} onClose={() => setRemoving(undefined)} />
      )}
    </>
  );
}

function MemberRole({ member }: { readonly member: Member }) {
  const isOwner = useMay('owner');
  const { changeRole } = useMemberActions();
  if (!isOwner) return roleName(member.role);
  return (
    <Select
      options={roleOptions}
      ariaLabel={`Role of ${member.email}`}
      expandToViewport
      disabled={changeRole.isPending}
      selectedOption={roleOptions.find(({ value }) => value === member.role) ?? null}
      onChange={({ detail }) =>
        changeRole.mutate({ memberId: member.id, role: toRole(detail.selectedOption.value ?? member.role) })
      }
    />
  );
}

interface RemoveMemberProps {
  readonly member: Member;
  readonly isSelf: boolean;
  readonly onClose: () => void;
}

function RemoveMember({ member, isSelf, onClose }: RemoveMemberProps) {
  const { remove } = useMemberActions();
  return (
    <Confirm
      title={isSelf ? 'Leave this organization?' : 'Remove this member?'}
      action={isSelf ? 'Leave' : 'Remove'}
      onConfirm={() => remove.mutateAsync(member.id)}
      onClose={onClose}
    >
      {isSelf
        ? 'You see nothing of it any more from the next request on. Only an invitation brings you back. The last owner cannot leave.'
        : `${member.email} sees nothing of this organization any more from the next request on. Tokens they made go on working: revoke those under Tokens.`}
    </Confirm>
  );
}
