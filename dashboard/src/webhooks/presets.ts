import type { Webhook } from '../api/types.ts';
import { setups } from './sender-setups.ts';

type Preset = NonNullable<Webhook['preset']>;

/** The preset of this name, if it is one. */
export function toPreset(name: string | undefined): Preset | undefined {
  return Object.keys(setups).find((known): known is Preset => known === name);
}

/** What sends to a webhook, as it is called on screen. */
export function senderOf(preset: Webhook['preset'] | undefined): string {
  return preset === null || preset === undefined ? 'Any sender' : setups[preset].name;
}

/** Senders that mostly say that something is wrong, and later that it is not. */
const alerting: ReadonlySet<Preset> = new Set([
  'grafana',
  'alertmanager',
  'sentry',
  'uptime-kuma',
  'aws-cloudwatch',
  'aws-sns',
  'aws-eventbridge',
  'datadog',
  'pagerduty',
]);

/** Whether what the sender sends is better grouped into alerts, unless somebody says otherwise. */
export function reportsAlerts(preset: Webhook['preset'] | undefined): boolean {
  return preset !== null && preset !== undefined && alerting.has(preset);
}

export const presetOptions = [
  { value: '', label: 'Any sender', description: 'Title and message are found by common field names.' },
  ...Object.entries(setups).map(([value, { name }]) => ({ value, label: name })),
];
