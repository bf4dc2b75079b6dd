import type { DeliveredKind, OutgoingMessage, RenderContext } from '../channels/channel-kind.ts';
import { secretHider } from '../channels/hide-secrets.ts';
import type { HttpRequest, OutboundResult } from '../channels/http-exchange.ts';
import { deliveredKind } from '../channels/registry.ts';
import type { Channel } from '../directory/channel.ts';
import type { Message } from '../notification/message.ts';
import { deliveryIdOf } from './delivery-id.ts';
import { type Adjustment, type Outcome, outcomeOf, type Verdict } from './outcome.ts';

export interface SendPorts {
  readonly http: { send(request: HttpRequest): Promise<OutboundResult> };
  readonly now: () => number;
  /** The address of a message in the dashboard. Absent: what is sent carries no link. */
  readonly messageUrl?: (messageId: string) => string;
}

/** How the router names itself to receivers. */
export const USER_AGENT = 'notification-router/1.0';

/**
 * Sends a message to a channel the way its kind says, and reads what came of it. One attempt: no retry, no record.
 * Errors keep the vendor's own words, without any secret of the channel's config.
 *
 * @throws when the channel's kind has no deliverer: nothing enqueues such a delivery.
 */
export function createSend(ports: SendPorts) {
  return async function send(channel: Channel, message: OutgoingMessage): Promise<Outcome> {
    const kind = deliveredKind(channel.kind);
    if (kind === undefined) throw new Error(`Channels of kind ${channel.kind} are not delivered by a queue.`);
    const context: RenderContext = {
      deliveryId: deliveryIdOf(message.id, channel.id),
      now: ports.now(),
      userAgent: USER_AGENT,
      ...(ports.messageUrl === undefined ? {} : { messageUrl: ports.messageUrl(message.id) }),
    };
    const outcome = await sendForm({ ports, kind, message, config: channel.config, context }, {});
    return withTexts(outcome, secretHider(channel.config, kind.secrets));
  };
}

function withTexts(outcome: Outcome, change: (text: string) => string): Outcome {
  if (outcome.kind === 'delivered') return outcome;
  const changed = { ...outcome, error: change(outcome.error) };
  if (changed.kind === 'retry' || changed.disableChannel === undefined) return changed;
  return { ...changed, disableChannel: change(changed.disableChannel) };
}

interface Sending {
  readonly ports: SendPorts;
  readonly kind: DeliveredKind;
  readonly message: OutgoingMessage;
  readonly config: Channel['config'];
  readonly context: RenderContext;
}

/** Sends one form of the message, and once more in another form where the vendor asks for one it has not had. */
async function sendForm(sending: Sending, adjustment: Adjustment): Promise<Outcome> {
  const { kind, message, config, context } = sending;
  const verdict = await sendAll(sending, kind.render(message, config, { ...context, ...adjustment }));
  if (verdict.kind !== 'send-again') return verdict;
  const next = { ...verdict.adjustment, ...adjustment };
  if (Object.keys(next).length > Object.keys(adjustment).length) return sendForm(sending, next);
  const { error, status } = verdict;
  return { kind: 'failed', error, ...(status === undefined ? {} : { status }) };
}

async function sendAll({ ports, kind }: Sending, requests: readonly HttpRequest[]): Promise<Verdict> {
  const verdicts: Verdict[] = [];
  for (const request of requests) {
    const result = await ports.http.send(request);
    const verdict = outcomeOf(result, (response) => kind.classify(response, { now: ports.now() }));
    verdicts.push(verdict);
    if (verdict.kind !== 'delivered' && !kind.independentRequests) break;
  }
  return verdictOn(verdicts);
}

/** What an attempt of several requests came to: what may still go better comes before what will not. */
function verdictOn(verdicts: readonly Verdict[]): Verdict {
  const first = (kind: Verdict['kind']) => verdicts.find((verdict) => verdict.kind === kind);
  const verdict = first('send-again') ?? first('retry') ?? first('failed') ?? first('delivered');
  if (verdict === undefined) throw new Error('A channel kind rendered no request.');
  return verdict;
}

/** A stored message as channel kinds render it, its payload text fetched when it lies in the body store. */
export async function outgoingMessage(
  message: Message,
  bodies: { get(key: string): Promise<string> },
): Promise<OutgoingMessage> {
  const { id, title, priority, tags, receivedAt, hops, webhookId, webhookName, payload } = message;
  return {
    id,
    ...(title === undefined ? {} : { title }),
    ...(priority === undefined ? {} : { priority }),
    message: message.message,
    tags,
    receivedAt,
    hops,
    webhook: { id: webhookId, name: webhookName },
    payloadText: 'text' in payload ? payload.text : await bodies.get(payload.key),
  };
}
