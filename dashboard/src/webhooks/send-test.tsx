import Button from '@cloudscape-design/components/button';
import { useSendTest } from './webhook-actions.ts';

interface SendTestProps {
  readonly webhookId: string;
  readonly variant?: 'primary' | 'normal';
}

/** Sends a sample to a webhook, as its sender would. */
export function SendTest({ webhookId, variant = 'normal' }: SendTestProps) {
  const test = useSendTest(webhookId);
  return (
    <Button variant={variant} loading={test.isPending} onClick={() => test.mutate()}>
      Send a test
    </Button>
  );
}
