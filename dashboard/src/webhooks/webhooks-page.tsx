import { useCollection } from '@cloudscape-design/collection-hooks';
import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import TextFilter from '@cloudscape-design/components/text-filter';
import type { Webhook } from '../api/types.ts';
import { Empty } from '../feedback/empty.tsx';
import { Loaded } from '../feedback/loaded.tsx';
import { useMay, usePaths } from '../session/organization.tsx';
import { Listing } from '../shell/listing.tsx';
import { PageButton } from '../shell/page-button.tsx';
import { PageLink } from '../shell/page-link.tsx';
import { Page } from '../shell/page.tsx';
import { Pages, ROWS } from '../shell/pages.tsx';
import { useSearchState } from '../shell/search-state.ts';
import { Moment } from '../time/moment.tsx';
import { senderOf } from './presets.ts';
import { useWebhooks } from './webhook-queries.ts';

/** Every webhook with its state. */
export function WebhooksPage() {
  const webhooks = useWebhooks();
  const may = useMay('admin');
  const to = usePaths();
  return (
    <Page
      title="Webhooks"
      description="Addresses that senders post notifications to."
      help="senders"
      actions={
        may && (
          <PageButton variant="primary" href={to('webhooks/create')}>
            Create webhook
          </PageButton>
        )
      }
    >
      <Loaded query={webhooks}>{(items) => <WebhookTable webhooks={items} />}</Loaded>
    </Page>
  );
}

function WebhookTable({ webhooks }: { readonly webhooks: Webhook[] }) {
  const to = usePaths();
  const may = useMay('admin');
  const { search, change } = useSearchState();
  const { items, filterProps, collectionProps, filteredItemsCount, paginationProps } = useCollection(webhooks, {
    filtering: {
      defaultFilteringText: search.get('q') ?? '',
      empty: (
        <Empty title="No webhooks yet" action={may && <PageButton href={to('start')}>First steps</PageButton>}>
          A webhook is an address of your own. Whatever posts to it becomes a notification.
        </Empty>
      ),
      noMatch: <Empty title="No webhook has this name">Clear the text to see all of them.</Empty>,
      filteringFunction: ({ name }, text) => name.toLowerCase().includes(text.toLowerCase()),
    },
    sorting: {},
    pagination: { pageSize: ROWS, defaultPage: Number(search.get('page')) || 1 },
  });
  return (
    <Listing
      {...collectionProps}
      items={items}
      trackBy="id"
      header={<Header counter={`(${webhooks.length})`}>Webhooks</Header>}
      filter={
        <TextFilter
          {...filterProps}
          onChange={(event) => {
            filterProps.onChange(event);
            change({ q: event.detail.filteringText, page: '' });
          }}
          filteringPlaceholder="Find by name"
          filteringAriaLabel="Find webhooks by name"
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
            <PageLink href={to(`webhooks/${id}`)}>
              <bdi className="one-line">{name}</bdi>
            </PageLink>
          ),
        },
        { id: 'status', header: 'Status', cell: (webhook) => <WebhookStatus webhook={webhook} /> },
        { id: 'channels', header: 'Channels', cell: ({ channels }) => channels.length },
        { id: 'preset', header: 'Sender', cell: ({ preset }) => senderOf(preset) },
        { id: 'key', header: 'API key', cell: ({ requireApiKey }) => (requireApiKey ? 'Required' : 'Not required') },
        {
          id: 'created',
          header: 'Created',
          sortingField: 'createdAt',
          cell: ({ createdAt }) => <Moment at={createdAt} />,
        },
      ]}
    />
  );
}

/** Whether a webhook takes notifications. */
export function WebhookStatus({ webhook }: { readonly webhook: Webhook }) {
  return webhook.enabled ? (
    <StatusIndicator>Enabled</StatusIndicator>
  ) : (
    <StatusIndicator type="stopped">Disabled</StatusIndicator>
  );
}
