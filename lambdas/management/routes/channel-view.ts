import { z } from '@hono/zod-openapi';
import { ChannelKind } from '../../../core/channels/kinds.ts';
import { updatesOf, updateWays } from '../../../core/channels/updates.ts';
import { subscriptionPageOf } from '../../../core/channels/web-push.ts';
import { isChannelDrifted } from '../../../core/document/drift.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import { shownConfig } from '../../../core/directory/channel-config.ts';
import { pushIdOf } from '../../../core/directory/push-page.ts';
import { pressUrlOf } from '../../../core/ask/addresses.ts';
import { vendorSecretOf } from '../../../core/directory/press-secret.ts';
import { type Health, healthStates } from '../../../core/figures/health.ts';
import { DriftField, Id, ManagedByField, Name, SlugField, Time } from '../fields.ts';
import { isShallow, MAX_CONFIG_DEPTH } from '../nesting.ts';

export const KindField = z.enum(ChannelKind.options);

/** A config as somebody sends it. */
export const ConfigField = z
  .record(z.string(), z.unknown())
  .refine((config) => isShallow(config, MAX_CONFIG_DEPTH), `nested deeper than ${MAX_CONFIG_DEPTH} levels`)
  .meta({ description: 'As `/channel-kinds` says for the kind.' });

const HealthView = z.object({
  state: z.enum(healthStates).meta({
    description:
      '`failing`: the last three deliveries failed or wait for a retry; `degraded`: the last one did, or fewer than 95 % succeed; `paused`: switched off; `unused`: nothing was routed to it.',
  }),
  successRate: z.number().nullable().meta({ description: '0 to 1, of deliveries that came to an end.' }),
  p95Ms: z.int().nullable().meta({ description: 'From 201 to delivered, within 10 %.' }),
  lastDeliveredAt: Time.nullable(),
  lastFailure: z.object({ at: Time, error: z.string() }).nullable(),
});

/** A channel as operators see it (contract section 6). */
export const ChannelView = z
  .object({
    id: Id,
    kind: KindField,
    name: Name,
    enabled: z.boolean(),
    disabledReason: z.string().nullable().meta({ description: 'Why the router switched it off itself.' }),
    config: z.record(z.string(), z.unknown()).meta({ description: 'As `/channel-kinds` says; secrets as `••••1234`.' }),
    retrySchedule: z
      .array(z.int())
      .optional()
      .meta({ description: 'Seconds before each retry, where it has its own.' }),
    notifyOnProblems: z.boolean().optional().meta({ description: 'Present when the channel is told of problems.' }),
    updates: z.enum(updateWays).meta({ description: 'What it gets of alerts.' }),
    slug: z.union([SlugField, z.null()]),
    managedBy: ManagedByField,
    drift: DriftField,
    streamId: z.string().optional().meta({ description: 'Live Stream only. Secret.' }),
    streamUrl: z.url().optional().meta({ description: 'Live Stream only.' }),
    pushUrl: z.url().optional().meta({ description: 'Web push only: the page on which browsers subscribe. Secret.' }),
    interactionUrl: z
      .url()
      .optional()
      .meta({ description: 'Where the vendor sends presses of buttons; only if people may answer by them.' }),
    subscriptions: z.int().optional().meta({ description: 'Web push only: how many browsers are subscribed.' }),
    suppressed: z
      .array(z.string())
      .optional()
      .meta({ description: 'Email only, in the answer for one channel: its addresses that get no mail.' }),
    health: HealthView.meta({ description: 'Over the last 24 hours, as counted a minute ago.' }),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Channel' });

/** What an answer shows along with a channel. */
interface Surroundings {
  readonly publicBaseUrl: string;
  readonly health: Health;
  /** Fields with a newly made secret, which only this answer shows whole. */
  readonly issued?: readonly string[];
}

export function channelView(channel: Channel, { publicBaseUrl, health, issued = [] }: Surroundings) {
  const { id, kind, name, enabled, disabledReason, streamId, createdAt, updatedAt } = channel;
  const { retrySchedule, notifyOnProblems } = channel;
  return {
    id,
    kind,
    name,
    enabled,
    disabledReason: disabledReason ?? null,
    config: shownConfig(channel, issued),
    ...(retrySchedule === undefined ? {} : { retrySchedule }),
    ...(notifyOnProblems === undefined ? {} : { notifyOnProblems }),
    updates: updatesOf(channel),
    slug: channel.slug ?? null,
    managedBy: channel.managedBy ?? null,
    drift: isChannelDrifted(channel),
    ...(streamId === undefined ? {} : { streamId, streamUrl: `${publicBaseUrl}/api/stream/${streamId}` }),
    ...pushView(channel, publicBaseUrl),
    ...(vendorSecretOf(channel) === undefined ? {} : { interactionUrl: pressUrlOf(publicBaseUrl, id) }),
    health,
    createdAt,
    updatedAt,
  };
}

function pushView(channel: Channel, publicBaseUrl: string) {
  const page = subscriptionPageOf(channel);
  if (page === undefined) return {};
  const subscriptions = Object.keys(page.subscriptions).length;
  return { pushUrl: `${publicBaseUrl}/push/${pushIdOf(channel)}`, subscriptions };
}
