import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { Empty } from '../feedback/empty.tsx';
import { IfRead } from '../feedback/if-read.tsx';
import { FilterWords } from '../filters/filter-words.tsx';
import { usePaths } from '../session/organization.tsx';
import { Listing } from '../shell/listing.tsx';
import { PageLink } from '../shell/page-link.tsx';
import { useWebhooks } from '../webhooks/webhook-queries.ts';

/** Which webhooks deliver to a channel. */
export function LinkedWebhooks({ channelId }: { readonly channelId: string }) {
  const to = usePaths();
  const webhooks = useWebhooks();
  const links = (webhooks.data ?? []).flatMap(({ id, name, channels }) =>
    channels.filter((link) => link.channelId === channelId).map((link) => ({ id, name, ...link })),
  );
  return (
    <Listing
      items={links}
      trackBy="id"
      wrapLines
      loading={webhooks.isPending}
      loadingText="Loading webhooks"
      header={<Header counter={`(${links.length})`}>Webhooks that deliver here</Header>}
      empty={
        <IfRead query={webhooks}>
          <Empty title="No webhook delivers here">
            Open a <PageLink href={to('webhooks')}>webhook</PageLink> and link this channel.
          </Empty>
        </IfRead>
      }
      columnDefinitions={[
        {
          id: 'name',
          header: 'Webhook',
          minWidth: 120,
          isRowHeader: true,
          cell: ({ id, name }) => (
            <PageLink href={to(`webhooks/${id}`)}>
              <bdi className="one-line">{name}</bdi>
            </PageLink>
          ),
        },
        {
          id: 'on',
          header: 'Link',
          minWidth: 95,
          cell: ({ enabled }) =>
            enabled ? <StatusIndicator>On</StatusIndicator> : <StatusIndicator type="stopped">Off</StatusIndicator>,
        },
        {
          id: 'filter',
          header: 'Filter',
          minWidth: 180,
          cell: ({ filter }) => <FilterWords filter={filter ?? null} />,
        },
      ]}
    />
  );
}
