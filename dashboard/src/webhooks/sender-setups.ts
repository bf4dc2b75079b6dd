import type { Webhook } from '../api/types.ts';

/** How one sender is set up to send to a webhook. */
export interface SenderSetup {
  /** What to do there, in order, in that sender's own words. */
  readonly steps: readonly string[];
  /** The id of the snippet that does it, where there is one. */
  readonly snippet?: string;
}

const anySender: SenderSetup = {
  steps: ['Run one of these, or paste the address into the webhook settings of any service.'],
  snippet: 'curl',
};

/** The type demands an entry for each of the API's presets. `name` is what the sender is called on screen. */
export const setups: Readonly<Record<NonNullable<Webhook['preset']>, SenderSetup & { readonly name: string }>> = {
  github: {
    name: 'GitHub',
    steps: [
      'In a repository or an organization, open Settings → Webhooks → Add webhook.',
      'Paste the address as Payload URL and choose the content type application/json.',
      'Choose the events and save. GitHub sends a ping straight away.',
    ],
  },
  gitlab: {
    name: 'GitLab',
    steps: [
      'In a project or a group, open Settings → Webhooks → Add new webhook.',
      'Paste the address as URL, choose the triggers and save.',
      'Choose Test to send one now.',
    ],
  },
  grafana: {
    name: 'Grafana',
    steps: [
      'Open Alerting → Contact points → Create contact point.',
      'Choose the integration Webhook and paste the address as URL.',
      'Choose Test to send one now, save, and route alerts to it in a notification policy.',
    ],
  },
  alertmanager: {
    name: 'Prometheus Alertmanager',
    steps: ['Add this receiver to alertmanager.yml, and a route that leads to it.'],
    snippet: 'alertmanager',
  },
  sentry: {
    name: 'Sentry',
    steps: [
      'Open Settings → Custom Integrations → Create New Integration → Internal Integration.',
      'Paste the address as Webhook URL and turn on Alert Rule Action.',
      'Choose the integration as an action in your alert rules.',
    ],
  },
  stripe: {
    name: 'Stripe',
    steps: [
      'In Workbench, open Webhooks → Add destination and choose the events.',
      'Choose Webhook endpoint and paste the address as Endpoint URL.',
    ],
  },
  'uptime-kuma': {
    name: 'Uptime Kuma',
    steps: [
      'Open Settings → Notifications → Setup Notification.',
      'Choose the type Webhook and paste the address as Post URL.',
      'Choose Test to send one now, and save.',
    ],
  },
  'aws-sns': {
    name: 'Amazon SNS',
    steps: ['Subscribe the address to a topic. The router confirms the subscription itself.'],
    snippet: 'sns',
  },
  'aws-cloudwatch': {
    name: 'Amazon CloudWatch alarms',
    steps: [
      'Subscribe the address to an SNS topic. The router confirms the subscription itself.',
      'Choose the topic as an action of your alarms.',
    ],
    snippet: 'sns',
  },
  'aws-eventbridge': {
    name: 'Amazon EventBridge',
    steps: [
      'Create an API destination with the address and the method POST.',
      'Create a rule with the API destination as its target. Pass events on as they are, without an input transformer.',
    ],
  },
  datadog: {
    name: 'Datadog',
    steps: [
      'Open Integrations → Webhooks → New, give it a name, and paste the address as URL.',
      'Mention it in a monitor as @webhook-<name>.',
    ],
  },
  pagerduty: {
    name: 'PagerDuty',
    steps: [
      'Open Integrations → Generic Webhooks (v3) → New Webhook.',
      'Paste the address as Webhook URL, choose the events, and add it.',
    ],
  },
  'standard-webhooks': {
    name: 'Standard Webhooks',
    steps: ['In the webhook settings of the sender, add an endpoint and paste the address.'],
  },
  'claude-code': {
    name: 'Claude Code',
    steps: ['Add these hooks to .claude/settings.json, in your project or your home folder.'],
    snippet: 'agent',
  },
  codex: { name: 'Codex', steps: ['Add this line to the top of ~/.codex/config.toml.'], snippet: 'codex' },
  'home-assistant': {
    name: 'Home Assistant',
    steps: ['Add this to configuration.yaml, restart, and call notify.router in your automations.'],
    snippet: 'home-assistant',
  },
};

/** How the sender of a webhook is set up; `null`: any sender. */
export function setupOf(preset: Webhook['preset'] | undefined): SenderSetup {
  return preset === null || preset === undefined ? anySender : setups[preset];
}
