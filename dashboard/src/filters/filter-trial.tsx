import Header from '@cloudscape-design/components/header';
import Popover from '@cloudscape-design/components/popover';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import type { Filter, MessageSummary } from '../api/types.ts';
import { Empty } from '../feedback/empty.tsx';
import { Failure } from '../feedback/failure.tsx';
import { Loaded } from '../feedback/loaded.tsx';
import { useSettled } from '../forms/settled.ts';
import { useRecentMessages } from '../messages/message-queries.ts';
import { usePaths } from '../session/organization.tsx';
import { Listing } from '../shell/listing.tsx';
import { PageLink } from '../shell/page-link.tsx';
import { Moment } from '../time/moment.tsx';
import { type Evaluation, useEvaluations } from './use-evaluations.ts';

interface FilterTrialProps {
  readonly webhookId: string;
  /** `undefined`: what is typed is no filter yet. */
  readonly filter: Filter | null | undefined;
}

/** What a filter would have done to the last messages of its webhook. */
export function FilterTrial({ webhookId, filter }: FilterTrialProps) {
  const settled = useSettled(filter);
  const recent = useRecentMessages({ webhookId });
  if (filter === undefined || settled === undefined) {
    return <Empty title="Finish the filter to try it">Each condition needs something to compare with.</Empty>;
  }
  return <Loaded query={recent}>{(messages) => <Trial messages={messages} filter={settled} />}</Loaded>;
}

interface TrialProps {
  readonly messages: readonly MessageSummary[];
  readonly filter: Filter | null | undefined;
}

function Trial({ messages, filter }: TrialProps) {
  const { results, error } = useEvaluations(
    filter === undefined ? '' : JSON.stringify(filter),
    messages.map(({ id }) => id).join(' '),
  );
  const [shown, setShown] = useState('all');
  const tried = messages.map((message) => ({ message, result: results.get(message.id) }));
  const matched = tried.filter(({ result }) => result?.matched === true).length;
  const isRunning = error === null && filter !== undefined && results.size < messages.length;
  const visible = tried.filter(({ result }) => shown === 'all' || result?.matched === (shown === 'matched'));
  if (error !== null) return <Failure error={error} />;
  return (
    <Listing
      items={visible}
      trackBy={({ message }) => message.id}
      wrapLines
      header={
        <Header
          description="Choose a result to see which condition decided it, and why."
          actions={
            <SegmentedControl
              label="Messages shown"
              selectedId={shown}
              options={[
                { id: 'all', text: 'All' },
                { id: 'matched', text: 'Matched' },
                { id: 'other', text: 'Not matched' },
              ]}
              onChange={({ detail }) => setShown(detail.selectedId)}
            />
          }
        >
          <output>
            Would have matched {matched} of {messages.length}
          </output>
        </Header>
      }
      filter={isRunning && <ProgressBar ariaLabel="Trying the filter" value={(results.size / messages.length) * 100} />}
      empty={
        <Empty title="No messages to test it on">
          Send a notification to this webhook; the last 100 are tried here as you type.
        </Empty>
      }
      columnDefinitions={[
        { id: 'result', header: 'Result', minWidth: 170, cell: (tried) => <Result {...tried} /> },
        {
          id: 'message',
          header: 'Message',
          isRowHeader: true,
          cell: ({ message }) => <MessageName message={message} />,
        },
        {
          id: 'why',
          header: 'Why',
          cell: ({ result }) => <span className="one-line">{result?.explanation ?? ''}</span>,
        },
        { id: 'at', header: 'Received', minWidth: 150, cell: ({ message }) => <Moment at={message.receivedAt} ago /> },
      ]}
    />
  );
}

interface Tried {
  readonly message: MessageSummary;
  readonly result: Evaluation | undefined;
}

/** The result, which opens what led to it. */
function Result({ message, result }: Tried) {
  if (result === undefined) return <StatusIndicator type="loading">Trying</StatusIndicator>;
  return (
    <Popover
      header={result.matched ? 'Why it matches' : 'Why it does not match'}
      dismissAriaLabel="Close"
      renderWithPortal
      content={
        <SpaceBetween size="xs">
          {result.explanation.split('; ').map((reason) => (
            <div key={reason} className="breakable">
              {reason}
            </div>
          ))}
          <MessageName message={message} />
        </SpaceBetween>
      }
    >
      <StatusIndicator type={result.matched ? 'success' : 'stopped'}>
        {result.matched ? 'Matches' : 'Does not match'}
      </StatusIndicator>
    </Popover>
  );
}

function MessageName({ message }: { readonly message: MessageSummary }) {
  const to = usePaths();
  return (
    <PageLink href={to(`messages/${message.id}`)}>
      <bdi className="one-line">{message.title ?? message.message}</bdi>
    </PageLink>
  );
}
