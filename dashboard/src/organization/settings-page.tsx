import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { bodyOf } from '../api/client.ts';
import { useAction } from '../feedback/action.ts';
import { Loaded } from '../feedback/loaded.tsx';
import { RenameButton } from '../forms/rename-button.tsx';
import { useApi, useMay } from '../session/organization.tsx';
import { Page } from '../shell/page.tsx';
import { DeleteOrganization } from './delete-organization.tsx';
import { useOrganizationDetails } from './organization-queries.ts';
import type { OrganizationDetails } from './plans.ts';
import { PlanPanel } from './plan-panel.tsx';
import { UsageHistory } from './usage-history.tsx';

const path = '/api/v1/organizations/{organizationId}';

/** The organization itself. */
export function SettingsPage() {
  const isOwner = useMay('owner');
  return (
    <Page title="Settings" description="The organization, its plan and its usage." help="api#plans-and-usage">
      <Loaded query={useOrganizationDetails()}>
        {(organization) => (
          <SpaceBetween size="l">
            <Facts organization={organization} />
            <PlanPanel organization={organization} />
          </SpaceBetween>
        )}
      </Loaded>
      <UsageHistory />
      {isOwner && <DeleteOrganization />}
    </Page>
  );
}

function Facts({ organization: { id, name } }: { readonly organization: OrganizationDetails }) {
  const { client, organizationId } = useApi();
  const isOwner = useMay('owner');
  const rename = useAction({
    told: 'Organization renamed.',
    run: (to: string) => bodyOf(client.PATCH(path, { params: { path: { organizationId } }, body: { name: to } })),
  });
  return (
    <Container
      header={
        <Header
          actions={
            isOwner && <RenameButton name={name} what="organization" onRename={(to) => rename.mutateAsync(to)} />
          }
        >
          Organization
        </Header>
      }
    >
      <KeyValuePairs
        columns={2}
        items={[
          { label: 'Name', value: <bdi className="breakable">{name}</bdi> },
          { label: 'Organization ID', value: <code className="breakable">{id}</code> },
        ]}
      />
    </Container>
  );
}
