import { monotonicFactory } from 'ulid';
import { type Put, batchPut } from '../../adapters/aws/dynamodb/batch-put.ts';
import { createDocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';
import { messageItems } from '../../adapters/aws/messages/message-items.ts';
import { deliveryKey, partitionOf } from '../../adapters/aws/messages/message-key.ts';
import type { Delivery } from '../../core/delivery/delivery.ts';
import { MESSAGE_LIFETIME_SECONDS, type Message } from '../../core/delivery/message.ts';
import { idOf } from '../../core/message/ids.ts';
import type { ManagementApi } from '../integration/api.ts';
import type { Stack } from '../integration/stack.ts';

/** The webhooks of a history: nearly everything comes in by one of them. */
const webhookNames = ['busy', 'quiet', 'seldom'] as const;
type WebhookName = (typeof webhookNames)[number];

const CHANNELS = 60;
/** As close together as a local stack stores rows, so that none is of the future, nor older than its webhook. */
const APART_MS = 0.3;
/** Rows of one call. */
const BATCH = 25;
/** Calls at the same time. */
const WRITERS = 8;

/** What is true of a history: what pages and figures must say. */
export interface History {
  readonly webhooks: Readonly<Record<WebhookName, string>>;
  readonly channels: readonly string[];
  /** Messages by webhook. */
  readonly messages: Readonly<Record<WebhookName, number>>;
  readonly delivered: number;
  readonly failed: number;
  /** Ids of what failed, newest first. */
  readonly failedIds: readonly string[];
  /** The text of one of the oldest messages. */
  readonly needle: { readonly text: string; readonly id: string };
  /** The channel that never took a delivery. */
  readonly brokenChannel: string;
}

/**
 * Writes a history as a busy organisation has it straight into the tables: sending it would take hours. Each message went
 * to one of the channels; those to the last of them all failed.
 *
 * @param count messages
 */
export async function writeHistory(stack: Stack, api: ManagementApi, count: number): Promise<History> {
  const webhooks = await makeWebhooks(api);
  const channels = await makeChannels(api);
  for (const channelId of channels) await api.link(webhooks.busy, channelId);
  await api.link(webhooks.seldom, channels[0]!);
  const brokenChannel = channels.at(-1)!;
  const { organizationId } = stack.credentials;
  const start = Date.now();
  const newUlid = monotonicFactory();
  const messages = { busy: 0, quiet: 0, seldom: 0 };
  const failedIds: string[] = [];
  const needle = { text: 'the needle in this stack', id: '' };
  const rows: Put[] = [];
  const tables = { messages: tableOf(stack, 'Messages'), liveEvents: tableOf(stack, 'LiveEvents') };

  for (let index = 0; index < count; index += 1) {
    const name = webhookOf(index);
    const at = start + Math.floor(index * APART_MS);
    const id = idOf('message', newUlid(at));
    const channelId = channels[index % CHANNELS]!;
    const isFailed = channelId === brokenChannel;
    const text = index === 5 ? needle.text : `Disk ${index % 1000} is ${index % 100} % full`;
    if (index === 5) needle.id = id;
    if (isFailed) failedIds.unshift(id);
    messages[name] += 1;
    const message = messageOf({ id, organizationId, webhookId: webhooks[name], name, text, channelId, at });
    const delivery = deliveryOf(message, channelId, isFailed, at);
    rows.push(...messageItems(tables, message), {
      table: tables.messages,
      item: {
        ...deliveryKey(delivery),
        ...delivery,
        ...(isFailed ? { failedShard: partitionOf(organizationId, id) } : {}),
      },
    });
  }
  await writeRows(stack, rows);
  const failed = failedIds.length;
  return { webhooks, channels, messages, delivered: count - failed, failed, failedIds, needle, brokenChannel };
}

/** The three oldest are of the seldom one, so that everything else is newer; every thousandth is of the quiet one. */
function webhookOf(index: number): WebhookName {
  if (index < 3) return 'seldom';
  return index % 1000 === 999 ? 'quiet' : 'busy';
}

async function makeWebhooks(api: ManagementApi): Promise<Record<WebhookName, string>> {
  const [busy, quiet, seldom] = await Promise.all(webhookNames.map(async (name) => api.createWebhook({ name })));
  return { busy: busy!.id, quiet: quiet!.id, seldom: seldom!.id };
}

async function makeChannels(api: ManagementApi): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < CHANNELS; index += 1) {
    const config = { url: `http://127.0.0.1:9/${index}` };
    ids.push((await api.createChannel({ name: `Channel ${index}`, kind: 'webhook', config })).id);
  }
  return ids;
}

interface Told {
  readonly id: string;
  readonly organizationId: string;
  readonly webhookId: string;
  readonly name: string;
  readonly text: string;
  readonly channelId: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

function messageOf({ id, organizationId, webhookId, name, text, channelId, at }: Told): Message {
  return {
    id,
    organizationId,
    webhookId,
    webhookName: name,
    content: { title: 'Disk', message: text, priority: 1 + (at % 5), tags: ['disk'] },
    format: 'json',
    receivedAt: new Date(at).toISOString(),
    payload: { text: JSON.stringify({ title: 'Disk', message: text }) },
    routing: [{ channelId, kind: 'webhook', matched: true, reason: 'no filter' }],
    notes: [],
    hops: [],
    expiresAt: Math.floor(at / 1000) + MESSAGE_LIFETIME_SECONDS,
  };
}

function deliveryOf(message: Message, channelId: string, isFailed: boolean, at: number): Delivery {
  const { organizationId, webhookId, id: messageId, expiresAt } = message;
  // Somewhat after it was accepted, and never in the future.
  const triedAt = new Date(Math.min(at + 200 + (at % 800), Date.now())).toISOString();
  const tried = { at: triedAt, durationMs: 40 };
  return {
    organizationId,
    webhookId,
    messageId,
    channelId,
    state: isFailed ? 'failed' : 'delivered',
    attempt: 1,
    retriesUsed: 0,
    attempts: [
      isFailed
        ? { ...tried, outcome: 'failed', status: 500, error: 'HTTP 500' }
        : { ...tried, outcome: 'delivered', status: 200 },
    ],
    expiresAt,
  };
}

function tableOf({ tables }: Stack, part: string): string {
  const table = tables.find((name) => name.includes(part));
  if (table === undefined) throw new Error(`No table is called ${part}`);
  return table;
}

async function writeRows(stack: Stack, rows: readonly Put[]): Promise<void> {
  const db = createDocumentClient({
    endpoint: stack.door,
    region: 'us-east-1',
    credentials: { accessKeyId: 'operator', secretAccessKey: 'local' },
  });
  let next = 0;
  const write = async () => {
    while (next < rows.length) {
      const batch = rows.slice(next, (next += BATCH));
      await batchPut(db, batch);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}
