import { useState } from 'react';
import type { Channel, Webhook } from '../api/types.ts';
import { Page } from '../shell/page.tsx';
import { ChannelStep } from './channel-step.tsx';
import { DoneStep } from './done-step.tsx';
import { SendStep } from './send-step.tsx';
import { WebhookStep } from './webhook-step.tsx';

/** From nothing to a first notification that was delivered: one step after the other on one page. */
export function StartPage() {
  const [webhook, setWebhook] = useState<Webhook>();
  const [hasSent, setSent] = useState(false);
  const [channel, setChannel] = useState<Channel>();
  return (
    <Page
      title="First steps"
      description="A webhook, a first notification, and a place for it to arrive. Takes three minutes."
    >
      <WebhookStep webhook={webhook} onDone={setWebhook} />
      {webhook !== undefined && <SendStep webhook={webhook} onArrived={() => setSent(true)} />}
      {webhook !== undefined && hasSent && <ChannelStep webhook={webhook} channel={channel} onDone={setChannel} />}
      {webhook !== undefined && channel !== undefined && <DoneStep webhook={webhook} channel={channel} />}
    </Page>
  );
}
