import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tiles from '@cloudscape-design/components/tiles';
import { useState } from 'react';
import type { Channel, Webhook } from '../api/types.ts';
import { openStreams } from '../live/coverage.ts';
import { useWatch } from '../live/live-actions.ts';
import { usePaths } from '../session/organization.tsx';
import { PageLink } from '../shell/page-link.tsx';
import { AlertsToggle } from '../webhooks/alerts-toggle.tsx';
import { presetOptions, reportsAlerts, senderOf, toPreset } from '../webhooks/presets.ts';
import { useCreateWebhook } from '../webhooks/webhook-actions.ts';
import { Step } from './step.tsx';

interface WebhookStepProps {
  /** The one there is for this sender. */
  readonly webhook: Webhook | undefined;
  readonly channels: readonly Channel[];
  readonly preset: Webhook['preset'];
  readonly onPreset: (preset: Webhook['preset']) => void;
}

/** Those that most people start with; the others come when they are asked for. */
const COMMON = new Set([
  '',
  'github',
  'grafana',
  'aws-cloudwatch',
  'claude-code',
  'alertmanager',
  'sentry',
  'uptime-kuma',
]);

/** The first step: what sends, and an address for it. */
export function WebhookStep({ webhook, channels, preset, onPreset }: WebhookStepProps) {
  const to = usePaths();
  const [isLong, setLong] = useState(!COMMON.has(preset ?? ''));
  const items = presetOptions
    .filter(({ value }) => isLong || COMMON.has(value))
    .map(({ value, label }) => ({ value, label }));
  return (
    <Step
      number={1}
      title="What sends to you?"
      description="Each webhook is an address for one sender. Whatever is posted to it becomes a notification."
      isDone={webhook !== undefined}
    >
      <SpaceBetween size="m">
        <Tiles
          ariaLabel="Sender"
          columns={4}
          items={items}
          value={preset ?? ''}
          onChange={({ detail }) => onPreset(toPreset(detail.value) ?? null)}
        />
        {!isLong && (
          <Button variant="inline-link" onClick={() => setLong(true)}>
            Show all {presetOptions.length - 1} senders
          </Button>
        )}
        {webhook === undefined ? (
          <NewWebhook key={preset} preset={preset} channels={channels} />
        ) : (
          <span>
            Your webhook:{' '}
            <PageLink href={to(`webhooks/${webhook.id}`)}>
              <bdi className="one-line">{webhook.name}</bdi>
            </PageLink>
          </span>
        )}
      </SpaceBetween>
    </Step>
  );
}

interface NewWebhookProps {
  readonly preset: Webhook['preset'];
  readonly channels: readonly Channel[];
}

/** A webhook for the sender, linked to a Live Stream, so that what arrives can be watched from the first moment on. */
function NewWebhook({ preset, channels }: NewWebhookProps) {
  const [name, setName] = useState(preset === null ? 'My first webhook' : senderOf(preset));
  const [hasAlerts, setAlerts] = useState(reportsAlerts(preset));
  const watch = useWatch();
  const create = useCreateWebhook((webhook) =>
    watch.mutate({ stream: openStreams(channels, [])[0], webhooks: [webhook] }),
  );
  const chosen = toPreset(preset ?? undefined);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({
          name: name.trim(),
          requireApiKey: false,
          ...(chosen !== undefined && { preset: chosen }),
          ...(hasAlerts && { lifecycle: {} }),
        });
      }}
    >
      <SpaceBetween size="m">
        <FormField label="Name" description="Shown with each message.">
          <Input value={name} onChange={({ detail }) => setName(detail.value)} />
        </FormField>
        {reportsAlerts(preset) && <AlertsToggle checked={hasAlerts} onChange={setAlerts} />}
        <Button variant="primary" formAction="submit" disabled={name.trim() === ''} loading={create.isPending}>
          Create webhook
        </Button>
      </SpaceBetween>
    </form>
  );
}
