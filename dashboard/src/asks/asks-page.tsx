import Button from '@cloudscape-design/components/button';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import { useState } from 'react';
import { Empty } from '../feedback/empty.tsx';
import { Failure } from '../feedback/failure.tsx';
import { shortTitle } from '../messages/short-title.ts';
import { usePaths } from '../session/organization.tsx';
import { Listing } from '../shell/listing.tsx';
import { Page } from '../shell/page.tsx';
import { PageLink } from '../shell/page-link.tsx';
import { Moment } from '../time/moment.tsx';
import { useAsks } from './ask-queries.ts';
import { AskStatus } from './ask-status.tsx';
import { choiceOf } from './ask-words.ts';

/** What senders ask of people. */
export function AsksPage() {
  const [isOpenOnly, setOpenOnly] = useState(true);
  const to = usePaths();
  const asks = useAsks(isOpenOnly ? 'pending' : undefined);
  return (
    <Page title="Asks" description="Questions that senders ask; whoever answers first decides.">
      {asks.error !== null && <Failure error={asks.error} onRetry={() => void asks.refetch()} />}
      <Listing
        items={asks.items}
        trackBy="id"
        wrapLines
        loading={asks.isPending}
        loadingText="Loading asks"
        header={
          <SegmentedControl
            label="Which asks"
            selectedId={isOpenOnly ? 'open' : 'all'}
            options={[
              { id: 'open', text: 'Open' },
              { id: 'all', text: 'All' },
            ]}
            onChange={({ detail }) => setOpenOnly(detail.selectedId === 'open')}
          />
        }
        empty={
          asks.hasNextPage ? (
            <Empty title="None found yet">There is more to look through.</Empty>
          ) : (
            <Empty title={isOpenOnly ? 'Nothing is asked at the moment' : 'Nothing was asked in the last 30 days'}>
              A sender asks with <code>POST …/ask</code> on the address of a webhook, once one of its linked channels
              may answer.
            </Empty>
          )
        }
        footer={
          asks.hasNextPage && (
            <Button loading={asks.isFetchingNextPage} onClick={() => void asks.fetchNextPage()}>
              Load more
            </Button>
          )
        }
        columnDefinitions={[
          {
            id: 'question',
            header: 'Question',
            isRowHeader: true,
            cell: (ask) => (
              <PageLink href={to(`asks/${ask.id}`)}>
                <bdi className="one-line">{shortTitle(ask)}</bdi>
              </PageLink>
            ),
          },
          { id: 'status', header: 'Status', cell: ({ status }) => <AskStatus status={status} /> },
          {
            id: 'answer',
            header: 'Answer',
            cell: (ask) => (ask.answer === null ? '–' : <bdi className="one-line">{choiceOf(ask, ask.answer)}</bdi>),
          },
          {
            id: 'source',
            header: 'Asked by',
            cell: ({ webhookName }) => <bdi className="one-line">{webhookName}</bdi>,
          },
          { id: 'until', header: 'Ends', cell: ({ expiresAt }) => <Moment at={expiresAt} ago /> },
        ]}
      />
    </Page>
  );
}
