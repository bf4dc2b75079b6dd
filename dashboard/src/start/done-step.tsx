import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Channel, Webhook } from '../api/types.ts';
import { StreamPreview } from '../channels/stream-preview.tsx';
import { usePaths } from '../session/organization.tsx';
import { Actions } from '../shell/actions.tsx';
import { PageButton } from '../shell/page-button.tsx';
import { Step } from './step.tsx';

interface DoneStepProps {
  readonly webhook: Webhook;
  readonly channel: Channel;
}

/** The last step: send once more, and see it arrive. */
export function DoneStep({ webhook, channel }: DoneStepProps) {
  const to = usePaths();
  return (
    <Step
      number={4}
      title="Send it again and see it arrive"
      description="Run the text of step 2 once more. Everything is set up."
      isDone
    >
      <SpaceBetween size="m">
        {channel.streamUrl === undefined ? (
          <Box>
            Look at <bdi>{channel.name}</bdi>. Each delivery and each attempt is under Messages.
          </Box>
        ) : (
          <StreamPreview streamUrl={channel.streamUrl} />
        )}
        <Actions>
          <PageButton variant="primary" href={to('messages')}>
            See the messages
          </PageButton>
          <PageButton href={to(`webhooks/${webhook.id}/channels/${channel.id}`)}>Refine the filter</PageButton>
        </Actions>
      </SpaceBetween>
    </Step>
  );
}
