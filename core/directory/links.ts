import type { Filter } from '../filter/filter.ts';
import type { ChannelReader } from './channel-store.ts';
import { type ChangeResult, done, invalid, type Refusal } from './change-result.ts';
import { answersIssues, linkTo } from './link.ts';
import { MAX_LINKS_PER_WEBHOOK, type Webhook } from './webhook.ts';
import { changeWebhook, type WebhookChangePorts, type WebhookTarget } from './webhooks.ts';

/** What changes of links need: a link is part of its webhook, and its channel must exist. */
export interface LinkPorts extends WebhookChangePorts {
  readonly store: WebhookChangePorts['store'] & Pick<ChannelReader, 'readChannel'>;
}

const noSuchChannel: Refusal = { kind: 'not-found', what: 'there is no such channel' };
const noSuchWebhook: Refusal = { kind: 'not-found', what: 'there is no such webhook' };
const notLinked: Refusal = { kind: 'not-found', what: 'no such channel is linked to this webhook' };

export interface NewLink {
  readonly channelId: string;
  readonly enabled: boolean;
  /** Checked by the caller; `null` lets everything through. */
  readonly filter: Filter | null;
  /** Whether the people of the channel may answer asks and change alerts. @default as it was; at first they may not */
  readonly answers?: boolean | undefined;
}

/**
 * Links a channel of the same organisation to a webhook, or changes the switch and filter of its link.
 *
 * The channel's existence is a condition of the write, so a channel deleted meanwhile does not come back as a link.
 */
export async function putLink(
  ports: LinkPorts,
  target: WebhookTarget,
  wanted: NewLink,
): Promise<ChangeResult<Webhook>> {
  const channel = await ports.store.readChannel(target.organizationId, wanted.channelId);
  if (channel === undefined) return noSuchChannel;
  const { channelId, enabled, filter } = wanted;
  const issues = answersIssues(channel.kind, wanted.answers);
  if (issues.length > 0) return { kind: 'invalid', issues };
  const outcome = await changeWebhook(ports, target, (webhook) => {
    const before = webhook.links.find((other) => other.channelId === channelId);
    const known = before !== undefined;
    const answers = wanted.answers ?? before?.answers;
    const link = linkTo({ channelId, kind: channel.kind }, { enabled, filter, answers });
    if (!known && webhook.links.length >= MAX_LINKS_PER_WEBHOOK) {
      return invalid('', `a webhook has at most ${MAX_LINKS_PER_WEBHOOK} channels`);
    }
    const links = known
      ? webhook.links.map((other) => (other.channelId === channelId ? link : other))
      : [...webhook.links, link];
    return done({ ...webhook, links });
  });
  if (outcome.kind === 'not-found') return noSuchWebhook;
  if (outcome.kind !== 'busy') return outcome;
  // Every try lost: to other writers, or to the deletion of the channel.
  const still = await ports.store.readChannel(target.organizationId, channelId);
  return still === undefined ? noSuchChannel : outcome;
}

/** Unlinks a channel from one webhook. */
export async function deleteLink(
  ports: WebhookChangePorts,
  target: WebhookTarget,
  channelId: string,
): Promise<ChangeResult<Webhook>> {
  const outcome = await changeWebhook(ports, target, (webhook) => {
    const links = webhook.links.filter((link) => link.channelId !== channelId);
    return links.length === webhook.links.length ? notLinked : done({ ...webhook, links });
  });
  return outcome.kind === 'not-found' && outcome.what === undefined ? noSuchWebhook : outcome;
}
