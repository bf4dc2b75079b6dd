import * as z from 'zod';
import { type ConfigChange, defineDeliveredKind, type Prepared, type RenderContext } from './channel-kind.ts';
import { templates } from './config-fields.ts';
import type { ChannelKind } from './kinds.ts';
import { applyMessageTemplates } from './message-templates.ts';
import { loudnessOf, type Notice, noticeOf, textWithState } from './notice.ts';
import { byPriority, type PriorityMap } from './priority-map.ts';
import { newPushKeys } from './push-keys.ts';
import { StoredSubscriptions } from './push-subscriptions.ts';
import { fit, jsonBytes } from './text-limit.ts';
import { byStatus } from './vendor-answer.ts';
import type { WebPushRequest } from './web-push-request.ts';

/** What is left of 4,096 bytes after header, padding and tag of the encryption. */
const MAX_PAYLOAD_BYTES = 3993;
const MAX_TITLE_BYTES = 800;
const MAX_TTL_SECONDS = 28 * 24 * 60 * 60;
const DEFAULT_TTL_SECONDS = 24 * 60 * 60;
const PAGE_SECRET_BYTES = 16;

const WebPushConfig = z.strictObject({
  contact: z
    .union([z.url({ protocol: /^mailto$/ }), z.url({ protocol: /^https$/ })])
    .optional()
    .meta({
      title: 'Contact',
      description: 'Whom push services may ask about the messages: a mailto or https address. Some insist on one.',
      examples: ['mailto:ops@example.com'],
    }),
  ttlSeconds: z
    .int()
    .min(0)
    .max(MAX_TTL_SECONDS)
    .optional()
    .meta({
      title: 'Time to live',
      description: 'Seconds that a message waits for a browser that is offline. A day when left out.',
      examples: [3600],
    }),
  templates,
});
type WebPushConfig = z.infer<typeof WebPushConfig>;

const StoredWebPushConfig = WebPushConfig.extend({
  publicKey: z.string(),
  privateKey: z.string(),
  /** The secret part of the address of the subscription page. */
  pageSecret: z.string(),
  subscriptions: StoredSubscriptions,
});
export type StoredWebPushConfig = z.infer<typeof StoredWebPushConfig>;

/** The stored config of a channel of this kind. @throws when it is of another kind */
export function webPushConfigOf(config: unknown): StoredWebPushConfig {
  return StoredWebPushConfig.parse(config);
}

const SubscriptionPage = z.object({ pageSecret: z.string(), subscriptions: z.record(z.string(), z.unknown()) });

/**
 * The subscription page of a channel; `undefined` if its kind has none. The keys of its browsers are not checked again,
 * because that takes long.
 */
export function subscriptionPageOf({ kind, config }: { readonly kind: ChannelKind; readonly config: unknown }) {
  return kind === webPush.kind ? SubscriptionPage.parse(config) : undefined;
}

/** The config with a page at a new address, and without the browsers that subscribed at the old one. */
export function withNewPage(config: StoredWebPushConfig, { randomBytes }: Randomness): StoredWebPushConfig {
  return { ...config, pageSecret: newPageSecret(randomBytes), subscriptions: {} };
}

type Randomness = Pick<ConfigChange<unknown>, 'randomBytes'>;

function newPageSecret(randomBytes: Randomness['randomBytes']): string {
  return Buffer.from(randomBytes(PAGE_SECRET_BYTES)).toString('base64url');
}

function prepare(config: WebPushConfig, change: ConfigChange<StoredWebPushConfig>): Prepared<StoredWebPushConfig> {
  const { previous, randomBytes } = change;
  if (previous !== undefined) {
    const { publicKey, privateKey, pageSecret, subscriptions } = previous;
    return { config: { ...config, publicKey, privateKey, pageSecret, subscriptions }, issued: [] };
  }
  const keys = newPushKeys(randomBytes);
  return { config: { ...config, ...keys, pageSecret: newPageSecret(randomBytes), subscriptions: {} }, issued: [] };
}

const URGENCY: PriorityMap<WebPushRequest['urgency']> = ['very-low', 'low', 'normal', 'high', 'high'];

/** As many as browsers show. */
const MAX_ACTIONS = 2;

/** What the service worker shows; the message is cut so that everything else fits. */
function payloadOf(notice: Notice, { ask }: RenderContext): string {
  const { id, link, receivedAt, source } = notice;
  const title = fit(notice.title ?? source, MAX_TITLE_BYTES, jsonBytes);
  const text = textWithState(notice);
  const facts = { id, title, url: link, priority: loudnessOf(notice), at: receivedAt, ...askFacts(ask) };
  const room = MAX_PAYLOAD_BYTES - Buffer.byteLength(JSON.stringify({ ...facts, body: '' }));
  const body = fit(text, room, jsonBytes);
  // Nobody decides on a text that was cut: a click opens the page.
  return JSON.stringify({ ...facts, body, ...(body === text ? {} : { actions: undefined }) });
}

/** The question stays until somebody sees to it, and its outcome takes its place. */
function askFacts(ask: RenderContext['ask']) {
  if (ask === undefined) return {};
  const { id: tag, url, buttons } = ask;
  if (url === undefined) return { tag };
  if (buttons.length === 0 || buttons.length > MAX_ACTIONS) return { tag, stays: true };
  return { tag, stays: true, actions: buttons.map(({ id, label }) => ({ action: id, title: label })) };
}

/** `sub` of the signature: the contact, or the address of the router. */
function subjectOf({ contact }: WebPushConfig, { messageUrl }: RenderContext): string {
  return contact ?? (messageUrl === undefined ? 'https://localhost' : new URL(messageUrl).origin);
}

const GONE = new Set([404, 410]);

/** Web push: notifications in the browsers that subscribed on the page of the channel. */
export const webPush = defineDeliveredKind({
  kind: 'web-push',
  title: 'Web push',
  description: 'Shows each notification in the browsers that subscribed on the page of the channel.',
  config: WebPushConfig,
  stored: StoredWebPushConfig,
  secrets: ['privateKey', 'pageSecret', 'subscriptions.*.endpoint', 'subscriptions.*.auth'],
  internal: ['publicKey', 'privateKey', 'pageSecret', 'subscriptions'],
  limits: { bodyBytes: MAX_PAYLOAD_BYTES },
  prepare,
  obstacle({ subscriptions }) {
    if (Object.keys(subscriptions).length > 0) return undefined;
    return { reason: 'no browser has subscribed yet; open the subscription page of the channel' };
  },
  render(message, config, context): WebPushRequest[] {
    const { messageUrl, deliveryId, ask } = context;
    const notice = noticeOf(applyMessageTemplates(message, config.templates, messageUrl), context);
    const { publicKey, privateKey } = config;
    return Object.entries(config.subscriptions).map(([recipient, { endpoint, p256dh, auth }]) => ({
      kind: 'web-push',
      recipient,
      subscription: { endpoint, p256dh, auth },
      vapid: { publicKey, privateKey, subject: subjectOf(config, context) },
      payload: payloadOf(notice, context),
      ttlSeconds: config.ttlSeconds ?? DEFAULT_TTL_SECONDS,
      urgency: byPriority(loudnessOf(notice), URGENCY, 'normal'),
      // A browser that was offline gets the outcome alone.
      topic: ask?.id ?? deliveryId.slice(-32),
    }));
  },
  classify(response, { now, recipient }) {
    const said = response.body;
    if (!GONE.has(response.status)) {
      const verdict = byStatus({ response, now, said });
      const isNamed = verdict.kind === 'delivered' && recipient !== undefined;
      return isNamed ? { ...verdict, reached: [recipient] } : verdict;
    }
    const error = `the push service answered ${response.status}: the browser is not subscribed any more`;
    return {
      kind: 'failed',
      status: response.status,
      error,
      ...(recipient === undefined ? {} : { gone: [recipient] }),
    };
  },
});
