import type { Preset } from './preset.ts';
import type { PresetName } from './preset-names.ts';

/** Loads each preset on its own, so that a send pays for the one its webhook names and no other. */
const loaders: Readonly<Record<PresetName, () => Promise<Preset>>> = {
  github: async () => (await import('./github.ts')).github,
  gitlab: async () => (await import('./gitlab.ts')).gitlab,
  grafana: async () => (await import('./grafana.ts')).grafana,
  alertmanager: async () => (await import('./alertmanager.ts')).alertmanager,
  sentry: async () => (await import('./sentry.ts')).sentry,
  stripe: async () => (await import('./stripe.ts')).stripe,
  'uptime-kuma': async () => (await import('./uptime-kuma.ts')).uptimeKuma,
  'aws-sns': async () => (await import('./aws-sns.ts')).awsSns,
  'aws-cloudwatch': async () => (await import('./aws-sns/through-sns.ts')).cloudwatchOrTopic,
  'aws-eventbridge': async () => (await import('./aws-sns/through-sns.ts')).eventbridgeOrTopic,
  datadog: async () => (await import('./datadog.ts')).datadog,
  pagerduty: async () => (await import('./pagerduty.ts')).pagerduty,
  'standard-webhooks': async () => (await import('./standard-webhooks.ts')).standardWebhooks,
  'claude-code': async () => (await import('./claude-code.ts')).claudeCode,
  codex: async () => (await import('./codex.ts')).codex,
  'home-assistant': async () => (await import('./home-assistant.ts')).homeAssistant,
};

/** The preset of that name. */
export async function loadPreset(name: PresetName): Promise<Preset> {
  return loaders[name]();
}
