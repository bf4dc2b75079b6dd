import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Steps, { type StepsProps } from '@cloudscape-design/components/steps';
import type { Delivery, Message } from '../api/types.ts';
import { Empty } from '../feedback/empty.tsx';
import { useMay, usePaths } from '../session/organization.tsx';
import { PageLink } from '../shell/page-link.tsx';
import { Moment } from '../time/moment.tsx';
import { DeliveryStatus } from './delivery-status.tsx';
import { useRedelivery } from './message-actions.ts';

/** Each delivery of a message with its attempts, in order. */
export function Deliveries({ message }: { readonly message: Message }) {
  return (
    <Container header={<Header counter={`(${message.deliveries.length})`}>Deliveries</Header>}>
      {message.deliveries.length === 0 && (
        <Empty title="It went to no channel">The routing below says why, link by link.</Empty>
      )}
      <SpaceBetween size="l">
        {message.deliveries.map((delivery) => (
          <DeliveryBlock key={delivery.channelId} messageId={message.id} delivery={delivery} />
        ))}
      </SpaceBetween>
    </Container>
  );
}

interface DeliveryProps {
  readonly messageId: string;
  readonly delivery: Delivery;
}

function DeliveryBlock({ messageId, delivery }: DeliveryProps) {
  const to = usePaths();
  const { channelId, channelName, kind, state, attempts, nextAttemptAt } = delivery;
  return (
    <SpaceBetween size="xs">
      <SpaceBetween direction="horizontal" size="m" alignItems="center">
        <PageLink href={to(`channels/${channelId}`)}>
          <bdi className="one-line">{channelName}</bdi>
        </PageLink>
        <Box color="text-body-secondary">{kind}</Box>
        <DeliveryStatus state={state} />
        {nextAttemptAt !== undefined && (
          <Box color="text-body-secondary">
            next attempt <Moment at={nextAttemptAt} ago />
          </Box>
        )}
        <Retry messageId={messageId} delivery={delivery} />
      </SpaceBetween>
      {attempts.length > 0 && <Steps steps={attempts.map(toStep)} ariaLabel={`Attempts for ${channelName}`} />}
    </SpaceBetween>
  );
}

const steps = { delivered: 'success', retry: 'warning', failed: 'error', skipped: 'stopped' } as const;
const words = { delivered: 'Delivered', retry: 'Failed, to be retried', failed: 'Failed', skipped: 'Skipped' } as const;

function toStep({ at, outcome, status, error, durationMs }: Delivery['attempts'][number]): StepsProps.Step {
  const facts = [status === undefined ? undefined : `HTTP ${status}`, `${Math.round(durationMs)} ms`, error];
  return {
    status: steps[outcome],
    header: (
      <span>
        {words[outcome]} · <Moment at={at} />
      </span>
    ),
    details: <span className="breakable">{facts.filter((fact) => fact !== undefined).join(' · ')}</span>,
  };
}

/** Whoever waits for the next attempt, or has none, may ask for one now. A Live Stream is delivered or it is not. */
function Retry({ messageId, delivery }: DeliveryProps) {
  const may = useMay('admin');
  const { retry } = useRedelivery(messageId);
  const { channelId, channelName, kind, state } = delivery;
  if (!may || kind === 'live-stream' || !['failed', 'retrying', 'skipped'].includes(state)) return null;
  return (
    <Button loading={retry.isPending} ariaLabel={`Retry now: ${channelName}`} onClick={() => retry.mutate(channelId)}>
      Retry now
    </Button>
  );
}
