import { Failure } from '../failure.ts';
import type { Surroundings } from '../terminal/surroundings.ts';
import { credentialsOf } from './credentials.ts';
import { openWith, webhooksOf, type Webhook } from './router.ts';
import { httpUrl } from './router-url.ts';
import { onlyWebhook, webhookNamed } from './webhook-choice.ts';

/** Where a notification goes. All of it is secret. */
export interface Destination {
  readonly endpoint: URL;
  readonly key?: string | undefined;
}

/** The base URL of its router, without a slash at its end. It is no secret. */
export function baseUrlOf({ endpoint: { origin, pathname } }: Destination): string {
  return `${origin}${pathname.slice(0, Math.max(0, pathname.lastIndexOf('/n/')))}`;
}

/** What somebody said about it. */
export interface DestinationChoice {
  /** The slug, name or id of a webhook. */
  readonly webhook?: string | undefined;
  /** When nobody named one: prefer the webhook that reads this sender. */
  readonly preset?: Webhook['preset'];
}

/**
 * Checks what can be checked without a call, and gives the call that finds the destination.
 *
 * @throws Failure when nothing says where to send
 */
export async function planDestination(
  { env }: Pick<Surroundings, 'env'>,
  { webhook, preset }: DestinationChoice,
): Promise<() => Promise<Destination>> {
  const key = env['NOTIFY_KEY'] || undefined;
  const endpoint = env['NOTIFY_ENDPOINT'];
  if (endpoint && webhook === undefined) {
    const destination = { endpoint: httpUrl(endpoint, 'NOTIFY_ENDPOINT'), key };
    return async () => destination;
  }
  const credentials = await credentialsOf({ env });
  return async () => {
    const webhooks = await webhooksOf(await openWith({ env }, credentials));
    const chosen = webhook === undefined ? onlyWebhook(webhooks, preset) : webhookNamed(webhooks, webhook);
    return destinationAt(chosen, key);
  };
}

function destinationAt({ endpointUrl, requireApiKey, name }: Webhook, key: string | undefined): Destination {
  if (!requireApiKey) return { endpoint: new URL(endpointUrl) };
  if (key === undefined) throw new Failure(`webhook "${name}" requires its key; set NOTIFY_KEY`);
  return { endpoint: new URL(endpointUrl), key };
}
