/** Senders whose bodies have a reading of their own (contract section 2), chosen when a webhook is created. */
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
