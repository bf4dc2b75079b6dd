import { createHash, timingSafeEqual } from 'node:crypto';
import { Subscription } from '../channels/push-keys.ts';
import { type StoredWebPushConfig, webPushConfigOf, withSubscription } from '../channels/web-push.ts';
import type { Channel } from './channel.ts';
import type { ChannelReader, ChannelWriter } from './channel-store.ts';
import { type Backoff, change, lost } from './change.ts';
import { type Generators, timestamp } from './generators.ts';
import { idOf } from './ids.ts';
import { done, invalid, notFound, type Outcome } from './outcome.ts';
import { ownAddressRefusal } from './own-address.ts';

/** What the subscription page of a web push channel needs. */
export interface PushPagePorts extends Pick<Generators, 'now'> {
  readonly store: Pick<ChannelReader, 'readChannel'> & Pick<ChannelWriter, 'replaceChannel'>;
  readonly backoff: Backoff;
  /** Why an address must not be called; absent: it may. */
  readonly refusalOf: (url: string) => string | undefined;
  /** The router's own address, which is no push service. */
  readonly publicBaseUrl: string;
}

const ULID_LENGTH = 26;
const PUSH_ID = /^([0-9A-HJKMNP-TV-Z]{26})([0-9A-HJKMNP-TV-Z]{26})([A-Za-z0-9_-]{22})$/;

/**
 * The last path segment of a channel's subscription page: where the channel is, and a secret. Whoever knows it may
 * subscribe, and nothing else.
 */
export function pushIdOf({ organizationId, id, config }: Channel): string {
  return organizationId.slice(-ULID_LENGTH) + id.slice(-ULID_LENGTH) + webPushConfigOf(config).pageSecret;
}

/** The channel of a subscription page; `undefined` for a page that there is not, or not any more. */
export async function findPushChannel(
  { store }: Pick<PushPagePorts, 'store'>,
  pushId: string,
): Promise<Channel | undefined> {
  const [, organization = '', channelUlid = '', secret = ''] = PUSH_ID.exec(pushId) ?? [];
  if (secret === '') return undefined;
  const channel = await store.readChannel(idOf('organization', organization), idOf('channel', channelUlid));
  if (channel?.kind !== 'web-push') return undefined;
  const known = Buffer.from(webPushConfigOf(channel.config).pageSecret);
  const given = Buffer.from(secret);
  return known.length === given.length && timingSafeEqual(known, given) ? channel : undefined;
}

/** How a subscription is named in the config: the same for the same browser. */
function subscriptionIdOf(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('hex').slice(0, 16);
}

/** Adds the browser of `sent` to the channel of a page, or keeps it with its new keys. */
export async function subscribe(ports: PushPagePorts, pushId: string, sent: unknown): Promise<Outcome<undefined>> {
  const parsed = Subscription.safeParse(sent);
  if (!parsed.success) return invalid('', 'this is no push subscription');
  const { endpoint } = parsed.data;
  const refusal = ports.refusalOf(endpoint) ?? ownAddressRefusal(endpoint, ports.publicBaseUrl);
  if (refusal !== undefined) return invalid('endpoint', refusal);
  const id = subscriptionIdOf(endpoint);
  return changeConfig(ports, pushId, (config) => withSubscription(config, id, parsed.data));
}

/** Takes a browser from the channel of a page. */
export async function unsubscribe(ports: PushPagePorts, pushId: string, endpoint: string): Promise<Outcome<undefined>> {
  return changeConfig(ports, pushId, (config) => {
    const { [subscriptionIdOf(endpoint)]: _, ...subscriptions } = config.subscriptions;
    return { ...config, subscriptions };
  });
}

async function changeConfig(
  ports: PushPagePorts,
  pushId: string,
  changed: (config: StoredWebPushConfig) => StoredWebPushConfig | undefined,
): Promise<Outcome<undefined>> {
  return change<Channel, undefined>({
    backoff: ports.backoff,
    read: () => findPushChannel(ports, pushId),
    attempt: async (before) => {
      if (!before.enabled) return notFound;
      const config = changed(webPushConfigOf(before.config));
      if (config === undefined) return invalid('', 'this channel has as many browsers as it can have');
      const after = { ...before, config, updatedAt: timestamp(ports), version: before.version + 1 };
      const result = await ports.store.replaceChannel({ before, after, controls: [] });
      return result.kind === 'lost' ? lost : done(undefined);
    },
  });
}
