import * as z from 'zod';
import { type ConfigChange, defineDeliveredKind, type Prepared } from './channel-kind.ts';
import { HeaderFields, lowerCaseNames } from './header-fields.ts';
import { notificationJson } from './notification-json.ts';
import { classifyStatus } from './outcome.ts';
import { newSigningSecret, signatureHeaders, SigningSecret } from './standard-webhooks.ts';

/** How long the secret before the last change still signs, so that receivers can move over without a gap. */
export const ROTATION_SECONDS = 24 * 60 * 60;

const WebhookConfig = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: 'An http or https address.' })
    .max(2048)
    .meta({
      title: 'URL',
      description: 'Where notifications are posted to. Must be https, unless it lies in an allowed private range.',
      examples: ['https://example.com/hooks/notifications'],
    }),
  headers: HeaderFields.optional().meta({
    title: 'Headers',
    description: 'Sent with every request, for example to authenticate. They cannot replace the headers of the router.',
    examples: [{ authorization: 'Bearer my-token' }],
  }),
  secret: SigningSecret.optional().meta({
    title: 'Signing secret',
    description: `Signs every request as Standard Webhooks describe. Made when left out. The one before signs too for ${ROTATION_SECONDS / 3600} hours after a change.`,
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
  }),
});
type WebhookConfig = z.infer<typeof WebhookConfig>;

const StoredWebhookConfig = WebhookConfig.extend({
  /** Valid by the rules of the day it was saved: our headers override any of them. */
  headers: z.record(z.string(), z.string()).optional(),
  secret: SigningSecret,
  previousSecret: z.optional(SigningSecret),
  /** Epoch milliseconds until which `previousSecret` signs too. */
  previousSecretUntil: z.optional(z.number()),
});
type StoredWebhookConfig = z.infer<typeof StoredWebhookConfig>;

/** Makes a secret if none is given, and keeps the previous one for a while. */
function prepare(config: WebhookConfig, change: ConfigChange<StoredWebhookConfig>): Prepared<StoredWebhookConfig> {
  const { previous, now, randomBytes } = change;
  const secret = config.secret ?? newSigningSecret(randomBytes);
  return {
    config: { ...config, secret, ...retiring(secret, previous, now) },
    issued: config.secret === undefined ? ['secret'] : [],
  };
}

function retiring(secret: string, previous: StoredWebhookConfig | undefined, now: number) {
  if (previous === undefined) return {};
  if (previous.secret !== secret) {
    return { previousSecret: previous.secret, previousSecretUntil: now + ROTATION_SECONDS * 1000 };
  }
  const { previousSecret, previousSecretUntil } = previous;
  return previousSecret === undefined ? {} : { previousSecret, previousSecretUntil };
}

function signingSecrets({ secret, previousSecret, previousSecretUntil = 0 }: StoredWebhookConfig, now: number) {
  return previousSecret !== undefined && now < previousSecretUntil ? [secret, previousSecret] : [secret];
}

/** A receiver that answers this wants no repetition, whatever the status. Svix sends and honours the same header. */
const ABORT = { name: 'webhook-delivery', value: 'abort-message' } as const;

/** Generic outgoing webhook, signed per Standard Webhooks (contract section 5). */
export const webhook = defineDeliveredKind({
  kind: 'webhook',
  title: 'Webhook',
  description: 'Posts each notification as signed JSON to an address of yours.',
  config: WebhookConfig,
  stored: StoredWebhookConfig,
  secrets: ['secret', 'previousSecret', 'headers.*'],
  makes: ['secret'],
  internal: ['previousSecret', 'previousSecretUntil'],
  urls: ['url'],
  mayForward: true,
  prepare,
  render(message, config, { deliveryId, now, userAgent }) {
    const body = notificationJson(message);
    const signed = { id: deliveryId, timestamp: Math.floor(now / 1000), body };
    const headers = {
      ...lowerCaseNames(config.headers ?? {}),
      'content-type': 'application/json',
      'user-agent': userAgent,
      ...signatureHeaders(signed, signingSecrets(config, now)),
    };
    return [{ kind: 'http', method: 'POST', url: config.url, headers, body }];
  },
  classify(response, { now }) {
    const outcome = classifyStatus(response, now);
    const aborts = response.headers[ABORT.name] === ABORT.value;
    if (outcome.kind !== 'retry' || !aborts) return outcome;
    return { kind: 'failed', status: response.status, error: `${outcome.error} and wants no further attempt` };
  },
});
