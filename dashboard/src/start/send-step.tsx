import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useEffect } from 'react';
import type { Webhook } from '../api/types.ts';
import { TailCards } from '../live/tail-cards.tsx';
import { useFresh } from '../live/use-fresh.ts';
import { useRecentMessages } from '../messages/message-queries.ts';
import { SendTest } from '../webhooks/send-test.tsx';
import { WaysToSend } from '../webhooks/snippets.tsx';
import { Step } from './step.tsx';

interface SendStepProps {
  readonly webhook: Webhook;
  readonly onArrived: () => void;
}

/** While no Live Stream tells of what comes. */
const ASK_MS = 1000;
const SHOWN = 5;

/** The second step: something is sent, and seen the moment it arrives. */
export function SendStep({ webhook, onArrived }: SendStepProps) {
  const isTold = useFresh(webhook.id);
  const { data = [] } = useRecentMessages({ webhookId: webhook.id }, isTold ? false : ASK_MS);
  const hasArrived = data.length > 0;
  useEffect(() => {
    if (hasArrived) onArrived();
  }, [hasArrived, onArrived]);
  return (
    <Step
      number={2}
      title="Send something and see it arrive"
      description="Send a test from here, or set up your sender now."
      isDone={hasArrived}
    >
      <SpaceBetween size="l">
        <SpaceBetween size="s">
          <SendTest webhookId={webhook.id} variant={hasArrived ? 'normal' : 'primary'} />
          {hasArrived ? (
            <TailCards events={data.slice(0, SHOWN)} />
          ) : (
            <StatusIndicator type="in-progress">Waiting for your first notification</StatusIndicator>
          )}
        </SpaceBetween>
        <WaysToSend webhook={webhook} />
      </SpaceBetween>
    </Step>
  );
}
