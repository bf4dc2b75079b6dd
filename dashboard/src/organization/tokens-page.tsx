import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { Token } from '../api/types.ts';
import { Confirm } from '../feedback/confirm.tsx';
import { Empty } from '../feedback/empty.tsx';
import { Failure } from '../feedback/failure.tsx';
import { Loaded } from '../feedback/loaded.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { Listing } from '../shell/listing.tsx';
import { Page } from '../shell/page.tsx';
import { timeNow } from '../time/clock.ts';
import { Moment } from '../time/moment.tsx';
import { useNow } from '../time/now.ts';
import { roleName, roleOptions, toRole } from './roles.ts';
import { useTokenActions, useTokens } from './token-queries.ts';

/** Credentials for programs. */
export function TokensPage() {
  const [isCreating, setCreating] = useState(false);
  return (
    <Page
      title="Management tokens"
      description="Credentials for programs that use the management API. Each acts with one role in this organization."
      help="api#management-tokens"
      actions={
        <Button variant="primary" onClick={() => setCreating(true)}>
          Create token
        </Button>
      }
    >
      <Loaded query={useTokens()}>{(tokens) => <TokenTable tokens={tokens} />}</Loaded>
      {isCreating && <CreateToken onClose={() => setCreating(false)} />}
    </Page>
  );
}

function TokenTable({ tokens }: { readonly tokens: readonly Token[] }) {
  const [revoking, setRevoking] = useState<Token>();
  const { revoke } = useTokenActions();
  return (
    <>
      <Listing
        items={tokens}
        trackBy="id"
        wrapLines
        header={<Header counter={`(${tokens.length})`}>Tokens</Header>}
        empty={<Empty title="No tokens">Create one for each program, so that you can revoke it alone.</Empty>}
        columnDefinitions={[
          { id: 'name', header: 'Name', isRowHeader: true, cell: ({ name }) => <bdi className="one-line">{name}</bdi> },
          { id: 'role', header: 'Role', cell: ({ role }) => roleName(role) },
          { id: 'prefix', header: 'Begins with', cell: ({ prefix }) => <code>{prefix}</code> },
          { id: 'created', header: 'Created', cell: ({ createdAt }) => <Moment at={createdAt} /> },
          { id: 'maker', header: 'Created by', cell: ({ createdBy }) => <Maker maker={createdBy} /> },
          {
            id: 'used',
            header: 'Last used',
            cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <LastUse at={lastUsedAt} />),
          },
          {
            id: 'expires',
            header: 'Expires',
            cell: ({ expiresAt }) => (expiresAt === null ? 'Never' : <Moment at={expiresAt} />),
          },
          {
            id: 'actions',
            header: 'Actions',
            cell: (token) => (
              <Button variant="inline-link" ariaLabel={`Revoke ${token.name}`} onClick={() => setRevoking(token)}>
                Revoke
              </Button>
            ),
          },
        ]}
      />
      {revoking !== undefined && (
        <Confirm
          title="Revoke this token?"
          action="Revoke"
          onConfirm={() => revoke.mutateAsync(revoking.id)}
          onClose={() => setRevoking(undefined)}
        >
          Every program that uses <bdi>{revoking.name}</bdi> gets 401 from its next request on, and so does every token
          that was created with it. If it is the one you are signed in with, you are signed out.
        </Confirm>
      )}
    </>
  );
}

/** Whoever a token ends with. */
function Maker({ maker }: { readonly maker: Token['createdBy'] }) {
  if (maker === null) return 'Unknown: made by an older version';
  if (maker.type === 'system') return 'First start';
  return <bdi className="one-line">{maker.type === 'token' ? `Token ${maker.name}` : maker.name}</bdi>;
}

const HOUR_MS = 3_600_000;

/** It is kept to the hour: the minutes since its beginning mean nothing. */
function LastUse({ at }: { readonly at: string }) {
  const now = useNow();
  return now - Date.parse(at) < HOUR_MS ? 'Within the hour' : <Moment at={at} ago />;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Values are days; none: never. */
const lifetimes = [
  { value: '', label: 'Never' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];

function expiryAfter(days: string): { expiresAt?: string } {
  return days === '' ? {} : { expiresAt: new Date(timeNow() + Number(days) * DAY_MS).toISOString() };
}

function CreateToken({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [role, setRole] = useState('admin');
  const [days, setDays] = useState('90');
  const { create } = useTokenActions();
  const submit = () =>
    create.mutateAsync({ name: name.trim(), role: toRole(role), ...expiryAfter(days) }).then(onClose, () => {
      // Shown below.
    });
  return (
    <Dialog
      title="Create token"
      action="Create"
      isReady={name.trim() !== ''}
      isBusy={create.isPending}
      onAction={() => void submit()}
      onClose={onClose}
    >
      <SpaceBetween size="m">
        <FormField label="Name" description="Which program uses it.">
          <Input value={name} placeholder="Terraform" onChange={({ detail }) => setName(detail.value)} />
        </FormField>
        <FormField label="Role" description="Give it only what it needs.">
          <Select
            options={roleOptions}
            selectedOption={roleOptions.find(({ value }) => value === role) ?? null}
            onChange={({ detail }) => setRole(detail.selectedOption.value ?? role)}
          />
        </FormField>
        <FormField label="Expires" description="It also ends when you leave the organization or get a lower role.">
          <Select
            options={lifetimes}
            selectedOption={lifetimes.find(({ value }) => value === days) ?? null}
            onChange={({ detail }) => setDays(detail.selectedOption.value ?? days)}
          />
        </FormField>
        {create.error !== null && <Failure error={create.error} />}
      </SpaceBetween>
    </Dialog>
  );
}
