import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useEffect } from 'react';
import type { Webhook } from '../api/types.ts';
import { useRecentMessages } from '../messages/message-queries.ts';
import { usePaths } from '../session/organization.tsx';
import { PageLink } from '../shell/page-link.tsx';
import { Snippets } from '../webhooks/snippets.tsx';
import { Step } from './step.tsx';

interface SendStepProps {
  readonly webhook: Webhook;
  readonly onArrived: () => void;
}

const WAIT_MS = 1000;

/** The second step: something arrives. */
export function SendStep({ webhook, onArrived }: SendStepProps) {
  const to = usePaths();
  const { data = [] } = useRecentMessages({ webhookId: webhook.id }, WAIT_MS);
  const [latest] = data;
  const hasArrived = latest !== undefined;
  useEffect(() => {
    if (hasArrived) onArrived();
  }, [hasArrived, onArrived]);
  return (
    <Step
      number={2}
      title="Send a notification"
      description="Copy one of these texts and run it. It needs nothing but the address."
      isDone={hasArrived}
    >
      <SpaceBetween size="m">
        <Snippets webhook={webhook} />
        <output>
          {latest === undefined ? (
            <StatusIndicator type="in-progress">Waiting for your first notification</StatusIndicator>
          ) : (
            <StatusIndicator>
              It arrived:{' '}
              <PageLink href={to(`messages/${latest.id}`)}>
                <bdi className="one-line">{latest.title ?? latest.message}</bdi>
              </PageLink>
            </StatusIndicator>
          )}
        </output>
        {latest !== undefined && (
          <Box color="text-body-secondary">It is stored, and went nowhere yet: no channel is linked.</Box>
        )}
      </SpaceBetween>
    </Step>
  );
}
