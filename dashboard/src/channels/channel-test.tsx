import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import type { Channel, ChannelTest } from '../api/types.ts';
import { Failure } from '../feedback/failure.tsx';
import { useChannelActions } from './channel-actions.ts';

/** Sends a sample through a channel, and shows what the other side answered. */
export function ChannelTestPanel({ channel }: { readonly channel: Channel }) {
  const { test } = useChannelActions(channel.id);
  const description =
    channel.kind === 'live-stream'
      ? 'Writes a comment to everybody who reads the stream now.'
      : 'Sends a sample notification now. It is not stored as a message.';
  return (
    <Container
      header={
        <Header
          description={description}
          actions={
            <Button loading={test.isPending} onClick={() => test.mutate()}>
              Send test
            </Button>
          }
        >
          Test
        </Header>
      }
    >
      {test.error !== null && <Failure error={test.error} />}
      {test.data === undefined && test.error === null && 'No test sent yet.'}
      {test.data !== undefined && <TestResult result={test.data} />}
    </Container>
  );
}

const words = {
  delivered: 'Test delivered',
  retry: 'Not delivered. A real notification would be retried.',
  failed: 'Test failed. A real notification would fail too.',
  skipped: 'Test skipped',
} as const;

/** What came of a test. */
export function TestResult({ result }: { readonly result: ChannelTest }) {
  const { outcome, status, error, durationMs } = result;
  const facts = [
    status === undefined ? undefined : `The receiver answered HTTP ${status}`,
    error,
    `${Math.round(durationMs)} ms`,
  ];
  return (
    <Alert type={outcome === 'delivered' ? 'success' : 'error'} header={words[outcome]}>
      <span className="breakable">{facts.filter((fact) => fact !== undefined).join(' · ')}</span>
    </Alert>
  );
}
