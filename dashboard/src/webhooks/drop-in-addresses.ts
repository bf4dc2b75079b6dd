/** An address of a webhook that speaks the language of another product. */
export interface DropInAddress {
  readonly product: string;
  /** The setting of that product's clients that takes it, in their words. */
  readonly setting: string;
  /** Below the endpoint URL. */
  readonly path: string;
  /** Where a key goes, for webhooks that need one. Absent: its clients have no place for one. */
  readonly key?: string;
}

/** Every one that the router answers. `docs/switching.md` says what each maps. */
export const dropInAddresses: readonly DropInAddress[] = [
  { product: 'ntfy', setting: 'the server', path: '/ntfy', key: 'the password, or the access token' },
  { product: 'Gotify', setting: 'the server URL', path: '/gotify', key: 'the application token' },
  { product: 'Apprise API', setting: 'the server, for apprise://', path: '/apprise', key: 'the configuration key' },
  { product: 'PagerDuty Events v2', setting: 'the host of the Events API', path: '/pagerduty', key: 'routing_key' },
  { product: 'Opsgenie', setting: 'the API URL', path: '/opsgenie', key: 'the API key' },
  {
    product: 'Alertmanager',
    setting: 'path_prefix and target of an Alertmanager in Prometheus, -notifier.url of vmalert',
    path: '/alertmanager',
    key: 'the credentials, or the password of basic authentication',
  },
  { product: 'Discord webhooks', setting: 'the webhook URL', path: '/discord' },
  { product: 'Slack webhooks', setting: 'the webhook URL', path: '/slack' },
  { product: 'Microsoft Teams webhooks', setting: 'the webhook URL', path: '/teams' },
];
