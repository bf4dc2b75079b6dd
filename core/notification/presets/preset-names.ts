/** Every source preset a webhook can be created with (contract section 2). Data alone: validating a name loads none. */
export const presetNames = [
  'github',
  'gitlab',
  'grafana',
  'alertmanager',
  'sentry',
  'stripe',
  'uptime-kuma',
  'aws-sns',
  'aws-cloudwatch',
  'aws-eventbridge',
  'datadog',
  'pagerduty',
  'standard-webhooks',
  'claude-code',
  'codex',
  'home-assistant',
] as const;

/** The name of a source preset. */
export type PresetName = (typeof presetNames)[number];

/** Whether `name` is a preset. A stored webhook may name one that a later version dropped. */
export function isPresetName(name: string): name is PresetName {
  return presetNames.some((known) => known === name);
}
