import Alert from '@cloudscape-design/components/alert';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table from '@cloudscape-design/components/table';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { bodyOf } from '../api/client.ts';
import { readAll } from '../api/read-all.ts';
import type { Channel, MessageSummary } from '../api/types.ts';
import { useChannels } from '../channels/channel-queries.ts';
import { Empty } from '../feedback/empty.tsx';
import { Failure } from '../feedback/failure.tsx';
import { Loading } from '../feedback/loaded.tsx';
import { messageColumns } from '../messages/message-columns.tsx';
import { useApi, useMay, usePaths } from '../session/organization.tsx';
import { PageButton } from '../shell/page-button.tsx';
import { PageLink } from '../shell/page-link.tsx';
import { Page } from '../shell/page.tsx';
import { useWebhooks } from '../webhooks/webhook-queries.ts';
import { FailingChannels } from './failing-channels.tsx';
import { hasFailed } from './hours.ts';
import { LastChanges } from './last-changes.tsx';
import { UsagePanel } from './usage-panel.tsx';

const OutcomeChart = lazy(async () => ({ default: (await import('./outcome-chart.tsx')).OutcomeChart }));

const DAY_MS = 86_400_000;
const PAGE = 100;
const MAX_PAGES = 10;
const REFRESH_MS = 15_000;
const LATEST = 5;

/** How it goes: the last day, what fails, what was last. */
export function OverviewPage() {
  const to = usePaths();
  const may = useMay('admin');
  const day = useLastDay();
  const channels = useChannels();
  const webhooks = useWebhooks();
  const isNew = webhooks.data?.length === 0;
  const named = [...(webhooks.data ?? []), ...(channels.data ?? [])];
  return (
    <Page title="Overview" description="The last 24 hours.">
      {isNew && (
        <Alert header="Nothing is set up yet" action={may && <PageButton href={to('start')}>Start</PageButton>}>
          In three minutes you have a webhook, a first notification, and a place where it arrives.
        </Alert>
      )}
      {day.error !== null && <Failure error={day.error} onRetry={() => void day.refetch()} />}
      <Figures messages={day.data} channels={channels.data} />
      <ColumnLayout columns={2}>
        <FailingChannels channels={channels.data} messages={day.data} />
        <UsagePanel />
      </ColumnLayout>
      <Table
        items={(day.data ?? []).slice(0, LATEST)}
        trackBy="id"
        loading={day.isPending}
        loadingText="Loading the latest messages"
        header={<Header actions={<PageLink href={to('messages')}>All messages</PageLink>}>Latest messages</Header>}
        empty={<Empty title="No messages in the last 24 hours">What is sent to a webhook appears here.</Empty>}
        columnDefinitions={messageColumns(to)}
      />
      {may && <LastChanges names={new Map(named.map(({ id, name }) => [id, name]))} />}
    </Page>
  );
}

/** Messages of the last day, at most a thousand: beyond that, the newest. */
function useLastDay() {
  const { client, organizationId } = useApi();
  return useQuery({
    queryKey: [organizationId, 'last-day'],
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
    queryFn: () => {
      const from = new Date(Date.now() - DAY_MS).toISOString();
      return readAll(
        (cursor) =>
          bodyOf(
            client.GET('/api/v1/organizations/{organizationId}/messages', {
              params: {
                path: { organizationId },
                query: { from, limit: PAGE, ...(cursor !== undefined && { cursor }) },
              },
            }),
          ),
        { maxPages: MAX_PAGES },
      );
    },
  });
}

interface FiguresProps {
  /** `undefined`: on their way. */
  readonly messages: readonly MessageSummary[] | undefined;
  readonly channels: readonly Channel[] | undefined;
}

/** Stands where a figure will be, so that nothing moves when it comes. */
const COMING = '–';

function Figures({ messages, channels }: FiguresProps) {
  const messagesThat = (are: (message: MessageSummary) => boolean) =>
    messages === undefined ? COMING : count(messages.filter(are).length);
  return (
    <Container header={<Header>Messages and outcomes</Header>}>
      <SpaceBetween size="l">
        <KeyValuePairs
          columns={4}
          items={[
            { label: 'Messages', value: messagesThat(() => true) },
            { label: 'With a failed delivery', value: messagesThat(hasFailed) },
            { label: 'Waiting to retry', value: messagesThat(isWaiting) },
            {
              label: 'Channels enabled',
              value:
                channels === undefined
                  ? COMING
                  : `${channels.filter(({ enabled }) => enabled).length} of ${channels.length}`,
            },
          ]}
        />
        <div className="chart-place">
          <Suspense fallback={<Loading />}>
            {messages === undefined ? <Loading /> : <OutcomeChart messages={messages} />}
          </Suspense>
        </div>
      </SpaceBetween>
    </Container>
  );
}

const isWaiting = ({ deliveries }: MessageSummary) => deliveries.some(({ state }) => state === 'retrying');

const count = (number: number) => (number >= PAGE * MAX_PAGES ? `${number} or more` : String(number));
