import Button from '@cloudscape-design/components/button';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import type { MessageSummary } from '../api/types.ts';
import { Confirm } from '../feedback/confirm.tsx';
import { Actions } from '../shell/actions.tsx';
import { type Progress, retriesOf, useBulk } from './use-bulk.ts';

interface BulkActionsProps {
  readonly selected: readonly MessageSummary[];
}

/** What can be done to a selection of messages. */
export function BulkActions({ selected }: BulkActionsProps) {
  const { progress, retry, replay } = useBulk();
  const [isAsking, setAsking] = useState(false);
  const retries = retriesOf(selected).length;
  const isRunning = progress !== undefined && progress.done < progress.total;
  return (
    <Actions>
      {progress !== undefined && <Told progress={progress} />}
      <Button disabled={retries === 0 || isRunning} onClick={() => void retry(selected)}>
        Retry failed{retries === 0 ? '' : ` (${retries})`}
      </Button>
      <Button disabled={selected.length === 0 || isRunning} onClick={() => setAsking(true)}>
        Replay{selected.length === 0 ? '' : ` (${selected.length})`}
      </Button>
      {isAsking && (
        <Confirm
          title={selected.length === 1 ? 'Replay this message?' : `Replay ${selected.length} messages?`}
          action="Replay"
          onConfirm={() => replay(selected)}
          onClose={() => setAsking(false)}
        >
          Each is routed again by today’s links and filters, and delivered to every channel that matches, also to those
          that have had it before.
        </Confirm>
      )}
    </Actions>
  );
}

function Told({ progress: { done, total, refusals } }: { readonly progress: Progress }) {
  if (done < total) {
    return (
      <StatusIndicator type="in-progress">
        {done} of {total}
      </StatusIndicator>
    );
  }
  if (refusals.length > 0) return <StatusIndicator type="warning">{refusals.join(' · ')}</StatusIndicator>;
  return <StatusIndicator>{total === 1 ? '1 started again' : `${total} started again`}</StatusIndicator>;
}
