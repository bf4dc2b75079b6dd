import Header from '@cloudscape-design/components/header';
import { useQuery } from '@tanstack/react-query';
import { bodyOf } from '../api/client.ts';
import type { components } from '../api/schema.d.ts';
import { Loaded } from '../feedback/loaded.tsx';
import { useApi } from '../session/organization.tsx';
import { Listing } from '../shell/listing.tsx';

type Month = components['schemas']['MonthUsage'];

/** How many months to show: the current one, and those before it back to the first in which anything was sent. */
function monthsInUse(items: readonly Month[]): number {
  return Math.max(1, items.findLastIndex(({ messages }) => messages > 0) + 1);
}

/** Messages and outcomes by month, newest first, at most a year. */
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
        <Listing
          items={items.slice(0, monthsInUse(items))}
          trackBy="month"
          header={<Header description="By month, in UTC. Lags by up to 15 minutes.">Usage history</Header>}
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
