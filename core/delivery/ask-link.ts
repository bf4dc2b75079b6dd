import { pageUrlOf, pressUrlOf } from '../ask/addresses.ts';
import { type AskEnds, statusAt } from '../ask/ask-store.ts';
import type { Ask } from '../ask/ask.ts';
import { buttonTokenOf } from '../ask/button-token.ts';
import { hasApprovers } from '../ask/decide.ts';
import type { Post } from '../channels/alert-view.ts';
import type { AskShown } from '../channels/ask-shown.ts';
import type { OutgoingMessage } from '../channels/outgoing-message.ts';
import type { Channel } from '../directory/channel.ts';
import { vendorSecretOf } from '../directory/press-secret.ts';
import { idOf, ulidOf } from '../message/ids.ts';
import { deliveryIdOf } from './delivery-id.ts';
import type { Delivery } from './delivery.ts';
import type { DeliveryJob } from './job.ts';
import type { Message } from './message.ts';

/** What showing an ask in a channel needs. */
export interface AskLinkPorts {
  readonly asks: Pick<AskEnds, 'read'>;
  /** Tells what became of the question in a channel. */
  readonly deliveries: {
    read(at: Pick<DeliveryJob, 'organizationId' | 'messageId' | 'channelId'>): Promise<Delivery | undefined>;
  };
  /** `{base_url}`, without a trailing slash. */
  readonly publicBaseUrl: string;
}

/** What an attempt shows of an ask. */
interface AttemptShown {
  readonly ask: AskShown;
  /** The post that has, or will have, buttons: its end is shown there. */
  readonly post?: Post;
  /** What the post goes on to say below the outcome. */
  readonly question?: string;
}

interface Shown {
  readonly message: Message;
  readonly channel: Channel;
  readonly now: number;
}

/** What a channel shows of the ask that a message has to do with; `undefined`: it has to do with none. */
export async function askShown(ports: AskLinkPorts, shown: Shown): Promise<AttemptShown | undefined> {
  const { message, channel, now } = shown;
  if (message.askId === undefined) return undefined;
  const ask = await ports.asks.read(message.askId);
  if (ask === undefined) return undefined;
  const secret = vendorSecretOf(channel);
  const post = secret === undefined ? {} : await postOf(ports, ask, shown);
  const answersHere = ask.channels.some(({ channelId, answers }) => answers && channelId === channel.id);
  if (!answersHere || statusAt(ask, now) !== 'pending') return { ask: { id: ask.id, buttons: [] }, ...post };
  const { publicBaseUrl } = ports;
  const presses = secret === undefined ? {} : { presses: { url: pressUrlOf(publicBaseUrl, channel.id), secret } };
  const url = pageUrlOf(publicBaseUrl, ask, channel.id);
  return { ask: { id: ask.id, url, ...buttonsOf(ask, channel, secret !== undefined), ...presses }, ...post };
}

/**
 * A button says no words, and who presses it only where the vendor does. It is of use to approvers whom the ask names by
 * their ids at this vendor.
 */
function buttonsOf(
  ask: Ask,
  { id: channelId, kind }: Channel,
  saysWho: boolean,
): Pick<AskShown, 'buttons' | 'isForApprovers'> {
  const isForApprovers = hasApprovers(ask);
  const areHere = saysWho && ask.approvers.some((approver) => approver.startsWith(`${kind}:`));
  if (ask.text || (isForApprovers && !areHere)) return { buttons: [] };
  const buttons = ask.options.map((option, at) => ({
    ...option,
    token: buttonTokenOf(ask, { channelId, option: at }),
  }));
  return { buttons, ...(isForApprovers ? { isForApprovers } : {}) };
}

/** The question is posted, its end is an edit of that post. What was not posted, or is lost, is posted anew. */
async function postOf(
  { deliveries }: AskLinkPorts,
  { messageId, content }: Ask,
  { message, channel }: Shown,
): Promise<Omit<AttemptShown, 'ask'>> {
  const id = deliveryIdOf(messageId, channel.id);
  if (message.id === messageId) return { post: { id, version: 0 } };
  const { organizationId } = message;
  const posted = await deliveries.read({ organizationId, messageId, channelId: channel.id });
  const reference = posted?.reference;
  return reference === undefined ? {} : { post: { id, version: 1, reference }, question: content.message };
}

/** The longest that an end waits before it looks again. */
const LOOK_AGAIN_MS = 5000;

/** Until when the end of an ask has to wait, because the post that is to show it is being made; `undefined`: it need not. */
export async function questionUntil(
  { deliveries }: Pick<AskLinkPorts, 'deliveries'>,
  { message: { organizationId, askId, origin }, channel, now }: Shown,
): Promise<number | undefined> {
  if (askId === undefined || origin !== 'system' || vendorSecretOf(channel) === undefined) return undefined;
  const messageId = idOf('message', ulidOf(askId));
  const { leaseUntil = 0 } = (await deliveries.read({ organizationId, messageId, channelId: channel.id })) ?? {};
  return leaseUntil > now ? Math.min(leaseUntil, now + LOOK_AGAIN_MS) : undefined;
}

/** What is said in the post of the question. The outcome comes first: the end of a long text may be cut. */
export function withQuestion(outgoing: OutgoingMessage, question: string | undefined): OutgoingMessage {
  const { content } = outgoing;
  if (question === undefined) return outgoing;
  return { ...outgoing, content: { ...content, message: `${content.message}\n\n${question}` } };
}
