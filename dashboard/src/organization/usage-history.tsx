import Header from '@cloudscape-design/components/header';
import Table from '@cloudscape-design/components/table';
import { useQuery } from '@tanstack/react-query';
import { bodyOf } from '../api/client.ts';
import { Empty } from '../feedback/empty.tsx';
import { Loaded } from '../feedback/loaded.tsx';
import { useApi } from '../session/organization.tsx';

/** Messages and outcomes by month. */
export function UsageHistory() {
  const { client, organizationId } = useApi();
  const usage = useQuery({
    queryKey: [organizationId, 'usage'],
    queryFn: () =>
      bodyOf(
        client.GET('/api/v1/organizations/{organizationId}/usage', {
          params: { path: { organizationId }, query: { months: 12 } },
        }),
      ),
  });
  return (
    <Loaded query={usage}>
      {({ items }) => (
        <Table
          items={items}
          trackBy="month"
          header={<Header description="By month, in UTC. Lags by up to 15 minutes.">Usage history</Header>}
          empty={<Empty title="Nothing was sent yet">Each month gets a line.</Empty>}
          columnDefinitions={[
            { id: 'month', header: 'Month', isRowHeader: true, cell: ({ month }) => month },
            { id: 'messages', header: 'Messages', cell: ({ messages }) => messages.toLocaleString() },
            { id: 'delivered', header: 'Delivered', cell: ({ deliveries }) => deliveries.delivered.toLocaleString() },
            { id: 'failed', header: 'Failed', cell: ({ deliveries }) => deliveries.failed.toLocaleString() },
            { id: 'skipped', header: 'Skipped', cell: ({ deliveries }) => deliveries.skipped.toLocaleString() },
            { id: 'pending', header: 'On their way', cell: ({ deliveries }) => deliveries.pending.toLocaleString() },
          ]}
        />
      )}
    </Loaded>
  );
}
