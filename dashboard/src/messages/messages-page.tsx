import Button from '@cloudscape-design/components/button';
import DateRangePicker, { type DateRangePickerProps } from '@cloudscape-design/components/date-range-picker';
import Grid from '@cloudscape-design/components/grid';
import Header from '@cloudscape-design/components/header';
import PropertyFilter, { type PropertyFilterProps } from '@cloudscape-design/components/property-filter';
import Toggle from '@cloudscape-design/components/toggle';
import { useState } from 'react';
import type { MessageSummary } from '../api/types.ts';
import { Empty } from '../feedback/empty.tsx';
import { Failure } from '../feedback/failure.tsx';
import { IfRead } from '../feedback/if-read.tsx';
import { useMay, usePaths } from '../session/organization.tsx';
import { Actions } from '../shell/actions.tsx';
import { useIsPhone } from '../shell/is-phone.ts';
import { Listing } from '../shell/listing.tsx';
import { PageButton } from '../shell/page-button.tsx';
import { Page } from '../shell/page.tsx';
import { timeNow } from '../time/clock.ts';
import { useChannels } from '../channels/channel-queries.ts';
import { useWebhooks } from '../webhooks/webhook-queries.ts';
import { BulkActions } from './bulk-actions.tsx';
import { stateOptions } from './delivery-status.tsx';
import { messageColumns } from './message-columns.tsx';
import { fromTokens, priorityOptions, toTokens, useMessageFilters } from './message-filters.ts';
import { type MessageFilters, useMessages } from './message-queries.ts';
import { SearchProgress } from './search-progress.tsx';
import { useSelectedMessage, useSteps } from './selected-message.ts';
import { fromRange, isRangeInOrder, quickRanges, toRange } from './time-range.ts';

/** What was sent, newest first, and what became of it. */
export function MessagesPage() {
  const to = usePaths();
  const { filters, change } = useMessageFilters();
  const may = useMay('admin');
  const [live, setLive] = useState(true);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const messages = useMessages(filters, live);
  const { items, hasNextPage, isSearching } = messages;
  const beside = useSelectedMessage();
  const isPhone = useIsPhone();
  useSteps(items.map(({ id }) => id));
  // As they are now: what was chosen may have been delivered since.
  const selected = items.filter(({ id }) => chosen.includes(id));
  const isNarrowed = Object.keys(filters).length > 0;
  return (
    <Page
      title="Messages"
      description="Every notification that was accepted, with what became of it, for 30 days."
      help="delivery"
    >
      {messages.error !== null && <Failure error={messages.error} onRetry={() => void messages.refetch()} />}
      <Listing
        items={items}
        trackBy="id"
        loading={messages.isPending}
        loadingText="Loading messages"
        stickyHeader
        {...(may && { selectionType: 'multi' })}
        selectedItems={selected}
        onSelectionChange={({ detail }) => setChosen(detail.selectedItems.map(({ id }) => id))}
        ariaLabels={selectionLabels}
        header={
          <Header
            counter={items.length === 0 && hasNextPage ? '' : `(${items.length}${hasNextPage ? '+' : ''})`}
            actions={
              <Actions>
                {may && <BulkActions selected={selected} />}
                <Toggle checked={live} onChange={({ detail }) => setLive(detail.checked)}>
                  Live
                </Toggle>
                <Button iconName="refresh" ariaLabel="Refresh" onClick={() => void messages.refetch()} />
              </Actions>
            }
          >
            Messages
          </Header>
        }
        filter={<Filters filters={filters} onChange={change} />}
        // Nothing may be called missing that was not looked for.
        empty={
          <IfRead query={messages}>
            {!hasNextPage && <NoMessages isNarrowed={isNarrowed} onClear={() => change(nothing)} />}
          </IfRead>
        }
        columnDefinitions={messageColumns(to, isPhone ? undefined : beside)}
        footer={
          hasNextPage && (
            <SearchProgress
              filters={filters}
              searchedTo={messages.searchedTo}
              isSearching={isSearching}
              onGoOn={messages.goOn}
              onStop={messages.stop}
            />
          )
        }
      />
    </Page>
  );
}

const selectionLabels = {
  selectionGroupLabel: 'Messages',
  allItemsSelectionLabel: () => 'Select all messages shown',
  itemSelectionLabel: (_: unknown, { title, message }: MessageSummary) => `Select ${title ?? message}`,
};

const nothing = { ...fromTokens([]), from: '', to: '' };

function NoMessages({ isNarrowed, onClear }: { readonly isNarrowed: boolean; readonly onClear: () => void }) {
  const to = usePaths();
  const may = useMay('admin');
  if (isNarrowed) {
    return (
      <Empty title="No message matches" action={<Button onClick={onClear}>Clear filters</Button>}>
        Try other words, or a longer time.
      </Empty>
    );
  }
  return (
    <Empty title="No messages yet" action={may && <PageButton href={to('start')}>First steps</PageButton>}>
      What is sent to a webhook appears here as it arrives, with the channels it went to.
    </Empty>
  );
}

const properties: PropertyFilterProps.FilteringProperty[] = [
  { key: 'webhook', propertyLabel: 'Webhook', groupValuesLabel: 'Webhooks', operators: ['='] },
  { key: 'channel', propertyLabel: 'Channel', groupValuesLabel: 'Channels', operators: ['='] },
  { key: 'state', propertyLabel: 'Delivery state', groupValuesLabel: 'Delivery states', operators: ['='] },
  { key: 'tag', propertyLabel: 'Tag', groupValuesLabel: 'Tags', operators: ['='] },
  {
    key: 'priority',
    propertyLabel: 'Priority',
    groupValuesLabel: 'Priorities',
    operators: ['>='],
    defaultOperator: '>=',
  },
];

interface FiltersProps {
  readonly filters: MessageFilters;
  readonly onChange: (next: Readonly<Record<string, string | undefined>>) => void;
}

function Filters({ filters, onChange }: FiltersProps) {
  const webhooks = useWebhooks();
  const channels = useChannels();
  const options = [
    ...(webhooks.data ?? []).map(({ id, name }) => ({ propertyKey: 'webhook', value: id, label: name })),
    ...(channels.data ?? []).map(({ id, name }) => ({ propertyKey: 'channel', value: id, label: name })),
    ...stateOptions.map((option) => ({ propertyKey: 'state', ...option })),
    ...priorityOptions.map((value) => ({ propertyKey: 'priority', value })),
  ];
  const range = toRange(filters);
  const changeRange = (value: DateRangePickerProps.Value | null) => onChange(fromRange(value, timeNow()));
  return (
    <Grid gridDefinition={[{ colspan: { default: 12, s: 8 } }, { colspan: { default: 12, s: 4 } }]}>
      <PropertyFilter
        query={{ tokens: toTokens(filters), operation: 'and' }}
        onChange={({ detail }) => onChange(fromTokens(detail.tokens))}
        hideOperations
        freeTextFiltering={{ operators: [':'], defaultOperator: ':' }}
        filteringPlaceholder="Find by text, tag, priority, channel …"
        filteringAriaLabel="Find messages"
        filteringOptions={options}
        virtualScroll
        filteringProperties={properties}
      />
      <DateRangePicker
        value={range}
        relativeOptions={quickRanges}
        placeholder="Any time"
        absoluteFormat="long-localized"
        hideTimeOffset
        ariaLabel="Received"
        isValidRange={isRangeInOrder}
        onChange={({ detail }) => changeRange(detail.value)}
      />
    </Grid>
  );
}
