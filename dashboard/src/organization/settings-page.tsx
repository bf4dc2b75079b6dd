import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import { bodyOf } from '../api/client.ts';
import { useAction } from '../feedback/action.ts';
import { Loaded } from '../feedback/loaded.tsx';
import { RenameButton } from '../forms/rename-button.tsx';
import { UsagePanel } from '../overview/usage-panel.tsx';
import { useApi, useMay } from '../session/organization.tsx';
import { Page } from '../shell/page.tsx';
import { DeleteOrganization } from './delete-organization.tsx';
import { UsageHistory } from './usage-history.tsx';
import { useOrganizationDetails } from './organization-queries.ts';

const path = '/api/v1/organizations/{organizationId}';

/** The organization itself. */
export function SettingsPage() {
  const { client, organizationId } = useApi();
  const isOwner = useMay('owner');
  const rename = useAction({
    told: 'The organization was renamed.',
    run: (name: string) => bodyOf(client.PATCH(path, { params: { path: { organizationId } }, body: { name } })),
  });
  return (
    <Page title="Settings" description="The organization, its plan and its usage.">
      <Loaded query={useOrganizationDetails()}>
        {({ id, name, plan, extraPacks, usage }) => (
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
              columns={3}
              items={[
                { label: 'Name', value: <bdi className="breakable">{name}</bdi> },
                { label: 'Organization ID', value: <code>{id}</code> },
                { label: 'Plan', value: usage.limit === null ? 'No plans in this deployment' : plan },
                ...(usage.limit === null ? [] : [{ label: 'Extra packs', value: extraPacks }]),
              ]}
            />
          </Container>
        )}
      </Loaded>
      <UsagePanel />
      <UsageHistory />
      {isOwner && <DeleteOrganization />}
    </Page>
  );
}
