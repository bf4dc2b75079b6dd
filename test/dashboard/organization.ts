import type { Channel, Webhook } from '../../dashboard/src/api/types.ts';

const AT = '2026-11-22T12:00:00.000Z';

/** A webhook of this id and name, with these links. */
export const aWebhook = (id: string, channels: Webhook['channels']): Webhook => ({
  id,
  name: id,
  channels,
  enabled: true,
  endpointUrl: 'https://example.com/n/x',
  publicId: 'x',
  preset: null,
  requireApiKey: false,
  apiKeyPrefix: null,
  slug: null,
  managedBy: null,
  drift: false,
  templates: null,
  lifecycle: null,
  createdAt: AT,
  updatedAt: AT,
});

/** A channel of this id and name, to which nothing was sent. */
export const aChannel = (id: string): Channel => ({
  id,
  name: id,
  kind: 'slack',
  config: {},
  slug: null,
  managedBy: null,
  drift: false,
  updates: 'ends',
  enabled: true,
  disabledReason: null,
  health: { state: 'unused', successRate: null, p95Ms: null, lastDeliveredAt: null, lastFailure: null },
  createdAt: AT,
  updatedAt: AT,
});
