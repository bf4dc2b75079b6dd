import { answerUrlOf } from '../ask/addresses.ts';
import type { EnqueueAsk } from '../ask/ask-job.ts';
import type { AskOpener } from '../ask/ask-store.ts';
import type { Ask } from '../ask/ask.ts';
import type { WantedAsk } from '../ask/wanted.ts';
import { takesEach } from '../channels/kinds.ts';
import { AHEAD_MS } from '../delivery/due-job.ts';
import type { Routing } from '../delivery/message.ts';
import { idOf } from '../message/ids.ts';
import type { Notification } from '../message/notification.ts';
import {
  type AcceptPorts,
  type CheckedSend,
  exceededQuota,
  type ReadableSend,
  type SendOrAskResult,
  type SendResult,
  type SendSlot,
  slotOf,
} from './accept.ts';
import { fanOutRefusal } from './fan-out.ts';
import type { SentPath } from './path-of-send.ts';
import { type AskRefusal, readAskIn } from './read-ask.ts';
import { routeSend } from './route-send.ts';
import { storeNotification } from './store-notification.ts';

/** What asking needs besides what every send needs. */
export interface AskingPorts {
  readonly asks: AskOpener;
  /** Tells of the end of an ask, once its time has come. */
  readonly tell: EnqueueAsk;
  /** A new secret that nobody can guess. */
  readonly newSeed: () => string;
  /** `{base_url}`, without a trailing slash. */
  readonly publicBaseUrl: string;
  /** Whether the setting `STEP_FUNCTIONS` names state machines whose tasks may wait for an answer. */
  readonly completesTasks: boolean;
}

/** What the sender of an ask is told. */
export interface Asked {
  readonly kind: 'asked';
  readonly messageId: string;
  readonly askId: string;
  readonly answerUrl: string;
  /** ISO 8601 UTC. */
  readonly expiresAt: string;
}

/**
 * What `takeIn` does, for a send that asks: nothing is stored unless somebody can answer. The same ask sent again finds
 * the first one.
 */
export async function takeAsk(ports: AcceptPorts, checked: CheckedSend): Promise<SendOrAskResult> {
  const { endpoint, headers, body, path, now } = checked;
  const read = readAskIn(ports.asking, checked);
  if (read.kind !== 'wanted') return (await exceededQuota(ports, checked)) ?? read;
  const sent = { endpoint, headers, notification: read.notification };
  const slot = await slotOf(ports, { ...sent, body, isAsk: true, now });
  const before = slot.state === 'complete' ? await ports.asking.asks.read(idOf('ask', slot.ulid)) : undefined;
  if (before !== undefined) return askedResult(ports.asking, before);

  const routed = await routeAsk(ports, { ...sent, path, now });
  if (routed.kind !== 'routed') return routed;
  const quota = await ports.quota?.count(endpoint.organizationId, now);
  if (quota?.kind === 'exceeded') return quota;
  const opened = await openAsk(ports.asking, { ...routed, endpoint, slot, path, now, wanted: read.wanted });
  await storeNotification(ports, { endpoint, slot, path, ...routed, askId: opened.id });
  await slot.complete();
  return askedResult(ports.asking, opened);
}

/** The same as `routeSend` for an ask, of which nothing is stored when nobody could answer it. */
async function routeAsk(
  ports: AcceptPorts,
  { path, now, ...sent }: ReadableSend & { readonly path: SentPath; readonly now: number },
): Promise<
  | Extract<SendResult, { kind: 'exceeded' | 'loop' }>
  | Extract<AskRefusal, { kind: 'nobody-answers' }>
  | Awaited<ReturnType<typeof routeSend>>
> {
  const { organizationId } = sent.endpoint;
  const quota = await ports.quota?.check(organizationId, now);
  if (quota?.kind === 'exceeded') return quota;
  const routed = await routeSend(ports, sent);
  if (!channelsOf(sent, routed.routing).some(({ answers }) => answers)) return { kind: 'nobody-answers' };
  const { originId } = path;
  if (originId === undefined) return routed;
  const reason = await fanOutRefusal(ports.fanOut, { organizationId, originId, routing: routed.routing, now });
  return reason === undefined ? routed : { kind: 'loop', reason };
}

/** What opening an ask is made of. */
interface OpenedBy extends Pick<ReadableSend, 'endpoint'> {
  readonly wanted: WantedAsk;
  readonly slot: SendSlot;
  readonly path: SentPath;
  readonly notification: Notification;
  readonly routing: readonly Routing[];
  readonly now: number;
}

/**
 * Stores an ask, before anybody is told of it. A send that is done over finds the ask of the first try: it may be
 * answered by now.
 */
async function openAsk({ asks, tell, ...ports }: AskingPorts, opened: OpenedBy): Promise<Ask> {
  const ask = await asks.open(askOf(ports, opened));
  const left = ask.endsAt - opened.now;
  // A later end is found in the index in time, as is one that the queue loses.
  if (left <= AHEAD_MS) {
    await tell({ organizationId: ask.organizationId, askId: ask.id }, Math.max(0, Math.ceil(left / 1000)));
  }
  return ask;
}

function askOf({ newSeed }: Pick<AskingPorts, 'newSeed'>, opened: OpenedBy): Ask {
  const { endpoint, wanted, slot, path, notification, routing, now } = opened;
  const { organizationId, webhookId, webhookName } = endpoint;
  const { options, text, expiresIn, onExpiry, approvers, taskToken } = wanted;
  const endsAt = now + expiresIn * 1000;
  return {
    id: idOf('ask', slot.ulid),
    organizationId,
    webhookId,
    webhookName,
    messageId: idOf('message', slot.ulid),
    content: notification.content,
    options,
    text,
    ...(onExpiry === undefined ? {} : { onExpiry }),
    approvers,
    channels: channelsOf({ endpoint }, routing),
    hops: path.hops,
    ...(path.originId === undefined ? {} : { originId: path.originId }),
    seed: newSeed(),
    ...(taskToken === undefined ? {} : { taskToken }),
    createdAt: now,
    endsAt,
    status: 'pending',
    dueAt: endsAt,
  };
}

/** The channels that show an ask to people. Machines get the answer by the webhook's filters. */
function channelsOf({ endpoint }: Pick<ReadableSend, 'endpoint'>, routing: readonly Routing[]): Ask['channels'] {
  const links = new Map(endpoint.links.map((link) => [link.channelId, link]));
  return routing
    .filter(({ matched, kind }) => matched && !takesEach(kind))
    .map(({ channelId, kind }) => ({ channelId, kind, answers: links.get(channelId)?.answers === true }));
}

/** What the sender of an ask is told, now and whenever the same ask is sent again. */
function askedResult({ publicBaseUrl }: Pick<AskingPorts, 'publicBaseUrl'>, ask: Ask): Asked {
  return {
    kind: 'asked',
    messageId: ask.messageId,
    askId: ask.id,
    answerUrl: answerUrlOf(publicBaseUrl, ask),
    expiresAt: new Date(ask.endsAt).toISOString(),
  };
}
