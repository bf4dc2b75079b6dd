import { useCollection } from '@cloudscape-design/collection-hooks';
import Header from '@cloudscape-design/components/header';
import TextFilter from '@cloudscape-design/components/text-filter';
import type { Channel, ChannelKind } from '../api/types.ts';
import { Empty } from '../feedback/empty.tsx';
import { Loaded } from '../feedback/loaded.tsx';
import { useMay, usePaths } from '../session/organization.tsx';
import { Listing } from '../shell/listing.tsx';
import { PageButton } from '../shell/page-button.tsx';
import { PageLink } from '../shell/page-link.tsx';
import { Page } from '../shell/page.tsx';
import { inPercent } from '../overview/figures.ts';
import { Pages, ROWS } from '../shell/pages.tsx';
import { useSearchState } from '../shell/search-state.ts';
import { Moment } from '../time/moment.tsx';
import { useChannelKinds, useChannels } from './channel-queries.ts';
import { byHealth, HealthStatus } from './channel-status.tsx';
import { KindIcon } from './kind-icon.tsx';

/** Every channel with its state. */
export function ChannelsPage() {
  const channels = useChannels();
  const kinds = useChannelKinds();
  const to = usePaths();
  const may = useMay('admin');
  return (
    <Page
      title="Channels"
      description="Where notifications are delivered."
      help="delivery"
      actions={
        may && (
          <PageButton variant="primary" href={to('channels/create')}>
            Create channel
          </PageButton>
        )
      }
    >
      <Loaded query={channels}>{(items) => <ChannelTable channels={items} kinds={kinds.data ?? []} />}</Loaded>
    </Page>
  );
}

interface ChannelTableProps {
  readonly channels: Channel[];
  readonly kinds: readonly ChannelKind[];
}

function ChannelTable({ channels, kinds }: ChannelTableProps) {
  const to = usePaths();
  const may = useMay('admin');
  const { search, change } = useSearchState();
  const { items, filterProps, collectionProps, filteredItemsCount, paginationProps } = useCollection(channels, {
    filtering: {
      defaultFilteringText: search.get('q') ?? '',
      empty: (
        <Empty
          title="No channels yet"
          action={may && <PageButton href={to('channels/create')}>Create channel</PageButton>}
        >
          A channel is one place to deliver to: a chat, a phone, a mailbox, a webhook, or a Live Stream that programs
          read.
        </Empty>
      ),
      noMatch: <Empty title="No channel has this name">Clear the text to see all of them.</Empty>,
      filteringFunction: ({ name, kind }, text) => `${name} ${kind}`.toLowerCase().includes(text.toLowerCase()),
    },
    sorting: {},
    pagination: { pageSize: ROWS, defaultPage: Number(search.get('page')) || 1 },
  });
  return (
    <Listing
      {...collectionProps}
      items={items}
      trackBy="id"
      header={<Header counter={`(${channels.length})`}>Channels</Header>}
      filter={
        <TextFilter
          {...filterProps}
          onChange={(event) => {
            filterProps.onChange(event);
            change({ q: event.detail.filteringText, page: '' });
          }}
          filteringPlaceholder="Find by name or kind"
          filteringAriaLabel="Find channels by name or kind"
          countText={`${filteredItemsCount ?? 0} found`}
        />
      }
      pagination={<Pages {...paginationProps} onPage={(page) => change({ page })} />}
      columnDefinitions={[
        {
          id: 'name',
          header: 'Name',
          isRowHeader: true,
          sortingField: 'name',
          cell: ({ id, name }) => (
            <PageLink href={to(`channels/${id}`)}>
              <bdi className="one-line">{name}</bdi>
            </PageLink>
          ),
        },
        {
          id: 'kind',
          header: 'Kind',
          sortingField: 'kind',
          cell: ({ kind }) => (
            <>
              <KindIcon kind={kind} />
              {kinds.find(({ name }) => name === kind)?.title ?? kind}
            </>
          ),
        },
        {
          id: 'status',
          header: 'Health',
          sortingComparator: byHealth,
          cell: (channel) => <HealthStatus channel={channel} />,
        },
        {
          id: 'success',
          header: 'Arrived, 24 h',
          cell: ({ health: { successRate } }) => (successRate === null ? 'None' : inPercent(successRate)),
        },
        {
          id: 'delivered',
          header: 'Last delivery',
          cell: ({ health: { lastDeliveredAt: at } }) => (at === null ? 'Never' : <Moment at={at} ago />),
        },
      ]}
    />
  );
}
