import SpaceBetween from '@cloudscape-design/components/space-between';
import { useCallback, useState } from 'react';
import type { Channel, Webhook } from '../api/types.ts';
import { useChannels } from '../channels/channel-queries.ts';
import { Loaded } from '../feedback/loaded.tsx';
import { Page } from '../shell/page.tsx';
import { useWebhooks } from '../webhooks/webhook-queries.ts';
import { ChannelStep } from './channel-step.tsx';
import { SendStep } from './send-step.tsx';
import { WebhookStep } from './webhook-step.tsx';

/** From nothing to a first notification that arrives where people look: one step after the other on one page. */
export function StartPage() {
  const webhooks = useWebhooks();
  const channels = useChannels();
  return (
    <Page
      title="First steps"
      description="Send something, see it arrive, and choose where it goes from here."
      help="senders"
    >
      <Loaded query={webhooks}>
        {(found) => <Loaded query={channels}>{(places) => <Steps webhooks={found} channels={places} />}</Loaded>}
      </Loaded>
    </Page>
  );
}

interface StepsProps {
  /** Newest first. */
  readonly webhooks: readonly Webhook[];
  readonly channels: readonly Channel[];
}

function Steps({ webhooks, channels }: StepsProps) {
  const [preset, setPreset] = useState<Webhook['preset']>(webhooks[0]?.preset ?? null);
  const [done, setDone] = useState<string>();
  const webhook = webhooks.find((known) => known.enabled && known.preset === preset);
  const webhookId = webhook?.id;
  const arrived = useCallback(() => setDone(webhookId), [webhookId]);
  return (
    <SpaceBetween size="l">
      <WebhookStep webhook={webhook} channels={channels} preset={preset} onPreset={setPreset} />
      {webhook !== undefined && <SendStep key={webhook.id} webhook={webhook} onArrived={arrived} />}
      {webhook !== undefined && done === webhook.id && <ChannelStep key={`${webhook.id} channel`} webhook={webhook} />}
    </SpaceBetween>
  );
}
