import type { Webhook } from '../api/types.ts';

type Preset = NonNullable<Webhook['preset']>;

/** What presets are called on screen. The type demands one for each of the API's. */
const names: Readonly<Record<Preset, string>> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  grafana: 'Grafana',
  alertmanager: 'Prometheus Alertmanager',
  sentry: 'Sentry',
  stripe: 'Stripe',
  'uptime-kuma': 'Uptime Kuma',
  'aws-sns': 'Amazon SNS',
  'aws-cloudwatch': 'Amazon CloudWatch alarms',
  'aws-eventbridge': 'Amazon EventBridge',
  datadog: 'Datadog',
  pagerduty: 'PagerDuty',
  'standard-webhooks': 'Standard Webhooks',
  'claude-code': 'Claude Code',
  codex: 'Codex',
  'home-assistant': 'Home Assistant',
};

/** The preset of this name, if it is one. */
export function toPreset(name: string | undefined): Preset | undefined {
  return Object.keys(names).find((known): known is Preset => known === name);
}

/** What sends to a webhook, as it is called on screen. */
export function senderOf(preset: Webhook['preset'] | undefined): string {
  return preset === null || preset === undefined ? 'Any sender' : names[preset];
}

export const presetOptions = [
  { value: '', label: 'Any sender', description: 'Title and message are found by common field names.' },
  ...Object.entries(names).map(([value, label]) => ({ value, label })),
];
