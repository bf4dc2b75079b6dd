import type { Channel } from '../directory/channel.ts';
import type { Content } from '../message/content.ts';
import { idOf } from '../message/ids.ts';
import { MESSAGE_LIFETIME_SECONDS, type Message } from './message.ts';

/** Stands for the webhook in messages of the router itself. No webhook has this id, so nothing unlinks them. */
const SYSTEM_WEBHOOK = { id: 'system', name: 'Notification router' } as const;

/** When it happened, and a ULID of that time. */
export interface Stamp {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly ulid: string;
}

/** Something that the router itself has to say to the channels that are marked for it. */
export interface SystemNews {
  readonly organizationId: string;
  readonly content: Content;
  readonly payload: object;
  readonly told: readonly Channel[];
}

/** The message that tells marked channels what the router has to say. */
export function systemMessage(news: SystemNews, { now, ulid }: Stamp): Message {
  const { organizationId, content, payload, told } = news;
  return {
    id: idOf('message', ulid),
    organizationId,
    webhookId: SYSTEM_WEBHOOK.id,
    webhookName: SYSTEM_WEBHOOK.name,
    content: { ...content, tags: ['router', ...content.tags] },
    format: 'json',
    receivedAt: new Date(now).toISOString(),
    payload: { text: JSON.stringify(payload) },
    routing: told.map(({ id, kind }) => ({
      channelId: id,
      kind,
      matched: true,
      reason: 'the channel is marked to be told of problems',
    })),
    notes: [],
    hops: [],
    expiresAt: Math.floor(now / 1000) + MESSAGE_LIFETIME_SECONDS,
  };
}
