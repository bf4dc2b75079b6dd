import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Webhook } from '../api/types.ts';
import { managedFacts } from '../config/managed.tsx';
import { SecretValue } from '../secrets/secret-value.tsx';
import { Moment } from '../time/moment.tsx';
import { senderOf } from './presets.ts';
import { WebhookStatus } from './webhooks-page.tsx';

/** What a webhook is. */
export function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const origin = webhook.endpointUrl.length - webhook.publicId.length;
  return (
    <Container header={<Header>Details</Header>}>
      <SpaceBetween size="l">
        <KeyValuePairs
          items={[
            {
              label: 'Endpoint URL',
              value: <SecretValue value={webhook.endpointUrl} label="endpoint URL" shown={origin} />,
            },
          ]}
        />
        <KeyValuePairs
          columns={3}
          items={[
            { label: 'Status', value: <WebhookStatus webhook={webhook} /> },
            {
              label: 'Sender',
              value: senderOf(webhook.preset),
            },
            { label: 'Require an API key', value: keyRequirement(webhook) },
            { label: 'API key', value: webhook.apiKeyPrefix === null ? 'None yet' : `${webhook.apiKeyPrefix}…` },
            ...managedFacts(webhook),
            { label: 'Created', value: <Moment at={webhook.createdAt} /> },
            { label: 'Last updated', value: <Moment at={webhook.updatedAt} /> },
          ]}
        />
      </SpaceBetween>
    </Container>
  );
}

function keyRequirement({ requireApiKey, apiKeyPrefix }: Webhook): string {
  if (!requireApiKey) return 'Off';
  return apiKeyPrefix === null ? 'On: every send gets 401 until a key is issued' : 'On';
}
