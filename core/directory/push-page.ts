import { createHash, timingSafeEqual } from 'node:crypto';
import { BrowserSubscription } from '../channels/push-keys.ts';
import { type StoredSubscription, type StoredSubscriptions, withSubscription } from '../channels/push-subscriptions.ts';
import { subscriptionPageOf, webPushConfigOf } from '../channels/web-push.ts';
import { ULID_PATTERN } from '../message/ulid.ts';
import { entryOf, type EntryPorts, type View } from './audit.ts';
import type { AuditAction } from './audit-entry.ts';
import type { Channel } from './channel.ts';
import type { ChannelReader, ChannelWriter } from './channel-store.ts';
import { type CollisionPause, change, lost } from './change.ts';
import { timestamp } from './generators.ts';
import { idOf, ulidOf } from '../message/ids.ts';
import { networkNameOf } from './network-name.ts';
import { done, invalid, notFound, type ChangeResult } from './change-result.ts';
import { ownAddressRefusal } from './own-address.ts';

/** What the subscription page of a web push channel needs. */
export interface PushPagePorts extends EntryPorts {
  readonly store: Pick<ChannelReader, 'readChannel'> & Pick<ChannelWriter, 'replaceChannel'>;
  readonly backoff: CollisionPause;
  /** Why an address must not be called; absent: it may. */
  readonly refusalOf: (url: string) => string | undefined;
  /** The router's own address, which is no push service. */
  readonly publicBaseUrl: string;
}

const PUSH_ID = new RegExp(`^(${ULID_PATTERN})(${ULID_PATTERN})([A-Za-z0-9_-]{22})$`);

/**
 * The last path segment of a channel's subscription page: where the channel is, and a secret. Whoever knows it may
 * subscribe, and nothing else.
 */
export function pushIdOf({ organizationId, id, config }: Channel): string {
  return ulidOf(organizationId) + ulidOf(id) + webPushConfigOf(config).pageSecret;
}

/** The channel of a subscription page; `undefined` for a page that there is not, or not any more. */
export async function findPushChannel(
  { store }: Pick<PushPagePorts, 'store'>,
  pushId: string,
): Promise<Channel | undefined> {
  const [, organization = '', channelUlid = '', secret = ''] = PUSH_ID.exec(pushId) ?? [];
  if (secret === '') return undefined;
  const channel = await store.readChannel(idOf('organization', organization), idOf('channel', channelUlid));
  const page = channel && subscriptionPageOf(channel);
  if (page === undefined) return undefined;
  const known = Buffer.from(page.pageSecret);
  const given = Buffer.from(secret);
  return known.length === given.length && timingSafeEqual(known, given) ? channel : undefined;
}

/** How a subscription is named in the config: the same for the same browser. */
function subscriptionIdOf(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('hex').slice(0, 16);
}

/** A request to the page: nobody knows who sent it, only where it came from. */
export interface PushPageRequest {
  /** The last path segment of the page. */
  readonly pushId: string;
  readonly ip: string;
}

/** Adds the browser of `sent` to the channel of a page, or keeps it with its new keys. */
export async function subscribe(
  ports: PushPagePorts,
  request: PushPageRequest,
  sent: unknown,
): Promise<ChangeResult<undefined>> {
  const parsed = BrowserSubscription.safeParse(sent);
  if (!parsed.success) return invalid('', 'this is no push subscription');
  const { endpoint, p256dh, auth } = parsed.data;
  const refusal = ports.refusalOf(endpoint) ?? ownAddressRefusal(endpoint, ports.publicBaseUrl);
  if (refusal !== undefined) return invalid('endpoint', refusal);
  const id = subscriptionIdOf(endpoint);
  return changeSubscriptions(ports, request, (before, channel) => {
    const known = before[id];
    if (known?.p256dh === p256dh && known.auth === auth) return undefined;
    const origin = networkNameOf(request.ip, channel.id);
    const subscription = { ...parsed.data, subscribedAt: ports.now(), origin };
    const { subscriptions, displaced } = withSubscription(before, id, subscription);
    return {
      subscriptions,
      action: 'channel.browser-subscribed',
      after: viewOf(id, subscription),
      ...(displaced && { before: viewOf(displaced.id, displaced.subscription) }),
    };
  });
}

/** Takes a browser from the channel of a page. */
export async function unsubscribe(
  ports: PushPagePorts,
  request: PushPageRequest,
  endpoint: string,
): Promise<ChangeResult<undefined>> {
  const id = subscriptionIdOf(endpoint);
  return changeSubscriptions(ports, request, (before) => {
    const { [id]: known, ...subscriptions } = before;
    if (known === undefined) return undefined;
    return { subscriptions, action: 'channel.browser-unsubscribed', before: viewOf(id, known) };
  });
}

/** A browser as the audit log shows it: its address is a secret, that of its push service is not. */
function viewOf(id: string, { endpoint }: Pick<StoredSubscription, 'endpoint'>): View {
  return { browser: id, pushService: new URL(endpoint).host };
}

/** What becomes of the subscriptions of a channel, and what its audit log says of it. */
interface SubscriptionChange {
  readonly subscriptions: StoredSubscriptions;
  readonly action: AuditAction;
  readonly before?: View;
  readonly after?: View;
}

async function changeSubscriptions(
  ports: PushPagePorts,
  { pushId, ip }: PushPageRequest,
  changed: (subscriptions: StoredSubscriptions, channel: Channel) => SubscriptionChange | undefined,
): Promise<ChangeResult<undefined>> {
  return change<Channel, undefined>({
    backoff: ports.backoff,
    read: () => findPushChannel(ports, pushId),
    attempt: async (channel) => {
      if (!channel.enabled) return notFound;
      const config = webPushConfigOf(channel.config);
      const result = changed(config.subscriptions, channel);
      if (result === undefined) return done(undefined);
      const { subscriptions, action, ...views } = result;
      const after = {
        ...channel,
        config: { ...config, subscriptions },
        updatedAt: timestamp(ports),
        version: channel.version + 1,
      };
      const { organizationId, id: target } = channel;
      const act = { action, actor: { type: 'anonymous' }, ip } as const;
      const entry = entryOf(ports, act, { organizationId, target, ...views });
      const written = await ports.store.replaceChannel({ before: channel, after, controls: [], entry });
      return written.kind === 'lost' ? lost : done(undefined);
    },
  });
}
