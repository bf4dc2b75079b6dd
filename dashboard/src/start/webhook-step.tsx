import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { Webhook } from '../api/types.ts';
import { useCreateWebhook } from '../webhooks/webhook-actions.ts';
import { SecretValue } from '../secrets/secret-value.tsx';
import { Step } from './step.tsx';

interface WebhookStepProps {
  readonly webhook: Webhook | undefined;
  readonly onDone: (webhook: Webhook) => void;
}

/** The first step: an address of one's own. */
export function WebhookStep({ webhook, onDone }: WebhookStepProps) {
  const [name, setName] = useState('My first webhook');
  const create = useCreateWebhook(onDone);
  return (
    <Step
      number={1}
      title="Create a webhook"
      description="An address of your own. Whatever posts to it becomes a notification."
      isDone={webhook !== undefined}
    >
      {webhook === undefined ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            create.mutate({ name: name.trim(), requireApiKey: false });
          }}
        >
          <SpaceBetween size="m">
            <FormField label="Name" description="What will send to it.">
              <Input value={name} onChange={({ detail }) => setName(detail.value)} />
            </FormField>
            <Button variant="primary" formAction="submit" disabled={name.trim() === ''} loading={create.isPending}>
              Create webhook
            </Button>
          </SpaceBetween>
        </form>
      ) : (
        <SecretValue
          value={webhook.endpointUrl}
          label="endpoint URL"
          shown={webhook.endpointUrl.length - webhook.publicId.length}
        />
      )}
    </Step>
  );
}
