import type { AwsRequest, AwsResult } from '../channels/aws-exchange.ts';
import type { AskShown } from '../channels/ask-shown.ts';
import type { AlertView, Post } from '../channels/alert-view.ts';
import type { ChannelRequest, DeliveredKind, Obstacle, RenderContext } from '../channels/channel-kind.ts';
import { credentialHider, secretHider } from '../channels/hide-secrets.ts';
import type { HttpRequest, OutboundResult } from '../channels/http-exchange.ts';
import { isLoop, loopDetected } from '../channels/loop-detected.ts';
import { pressButtonsOf } from '../channels/press-buttons.ts';
import { type Adjustment, type Outcome, outcomeOf, type Verdict } from '../channels/outcome.ts';
import type { OutgoingMessage } from '../channels/outgoing-message.ts';
import { deliveredKind } from '../channels/registry.ts';
import { seenResponse } from '../channels/seen-response.ts';
import type { WebPushRequest } from '../channels/web-push-request.ts';
import type { Channel } from '../directory/channel.ts';
import { pathFields } from '../message/hop-path.ts';
import { isAddressed } from './recipients.ts';
import { contextOf, type ContextPorts } from './render-context.ts';
import { type Progress, sendEach } from './send-each.ts';

export interface SendPorts extends ContextPorts {
  /** Absent: kinds that are delivered over HTTP are not sent from here. */
  readonly http?: { send(request: HttpRequest): Promise<OutboundResult> };
  /** Absent: nothing is pushed to browsers from here. */
  readonly push?: { send(request: WebPushRequest): Promise<OutboundResult> };
  /** Absent: kinds that are delivered by AWS services are not sent from here. */
  readonly aws?: { send(request: AwsRequest): Promise<AwsResult> };
  /** How long an attempt may begin requests to further recipients, milliseconds. @default 20 seconds */
  readonly beginWithinMs?: number;
}

/** Even with one more request after it, far less than a function may run. */
const BEGIN_WITHIN_MS = 20_000;

/** Stands beside the secrets of a config. */
const SHOWN = 'secretsShown';

/** What lets people answer, or change an alert, by any names. */
function secretsOf(shown: Pick<Sending, 'ask' | 'alert'>): object {
  const { presses, buttons } = pressButtonsOf(shown);
  const known = [shown.ask?.url, presses?.secret, ...buttons.map(({ token }) => token)];
  return Object.fromEntries(known.filter((secret) => secret !== undefined).entries());
}

/** What an attempt knows beside its message. */
interface Sending extends Progress {
  /** The alert that the message belongs to, as it stands now: what is sent shows its state. */
  readonly alert?: AlertView;
  /** The post that is to show it, for kinds that edit. */
  readonly post?: Post;
  /** The ask that the message has to do with. Its page takes the place of the message's address in the dashboard. */
  readonly ask?: AskShown;
}

/**
 * Sends a message to a channel the way its kind says, and reads what came of it. One attempt: no retry, no record.
 * Errors keep the vendor's own words, without any secret of the channel's config.
 *
 * @throws when the channel's kind has no deliverer: nothing enqueues such a delivery.
 */
export function createSend(ports: SendPorts) {
  return async function send(channel: Channel, message: OutgoingMessage, options: Sending = {}): Promise<Outcome> {
    const kind = deliveredKind(channel.kind);
    if (kind === undefined) throw new Error(`Channels of kind ${channel.kind} are not delivered by a queue.`);
    const { alert, post, ask, ...progress } = options;
    const context: RenderContext = {
      ...(await contextOf(ports, channel, message)),
      ...(alert === undefined ? {} : { alert }),
      ...(post === undefined ? {} : { post }),
      ...(ask === undefined ? {} : { ask }),
      ...(ask?.url === undefined ? {} : { messageUrl: ask.url }),
    };
    const obstacle = kind.obstacle?.(channel.config, context);
    if (obstacle !== undefined) return hindered(obstacle);
    // A receiver may say again what it was sent.
    const hide = secretHider({ ...channel.config, [SHOWN]: secretsOf(options) }, [...kind.secrets, `${SHOWN}.*`]);
    const outcome = await sendForm({ ports, kind, message, config: channel.config, context, hide, progress }, {});
    const notes = kind.notes(message, channel.config, context);
    return { ...withTexts(outcome, hide), ...(notes.length === 0 ? {} : { notes }) };
  };
}

/** What an attempt would send now; none where a channel is read, or lacks what it needs to send. */
export async function requestsOf(
  ports: ContextPorts,
  channel: Channel,
  message: OutgoingMessage,
): Promise<readonly ChannelRequest[]> {
  const kind = deliveredKind(channel.kind);
  if (kind === undefined) return [];
  const context = await contextOf(ports, channel, message);
  if (kind.obstacle?.(channel.config, context) !== undefined) return [];
  return kind.render(message, channel.config, context).map((request) => withPath({ kind, message }, request));
}

function hindered({ reason, isLasting }: Obstacle): Outcome {
  return { kind: 'failed', error: `not sent: ${reason}`, ...(isLasting === true ? { disableChannel: reason } : {}) };
}

/** Makes one attempt. */
export type Send = ReturnType<typeof createSend>;

function withTexts(outcome: Outcome, change: (text: string) => string): Outcome {
  if (outcome.kind === 'delivered') return outcome;
  const changed = { ...outcome, error: change(outcome.error) };
  if (changed.kind === 'retry' || changed.disableChannel === undefined) return changed;
  return { ...changed, disableChannel: change(changed.disableChannel) };
}

interface RequestContext {
  readonly ports: SendPorts;
  readonly kind: DeliveredKind<ChannelRequest>;
  readonly message: OutgoingMessage;
  readonly config: Channel['config'];
  readonly context: RenderContext;
  readonly progress: Progress;
  /** Masks the secrets of the config in a text. */
  readonly hide: (text: string) => string;
}

/** Sends one form of the message, and once more in another form where the vendor asks for one it has not had. */
async function sendForm(sending: RequestContext, adjustment: Adjustment): Promise<Outcome> {
  const { kind, message, config } = sending;
  const context = { ...sending.context, ...adjustment };
  const verdict = await sendAll({ ...sending, context }, kind.render(message, config, context));
  if (verdict.kind !== 'send-again') return verdict;
  const next = { ...verdict.adjustment, ...adjustment };
  if (Object.keys(next).length > Object.keys(adjustment).length) return sendForm(sending, next);
  const { adjustment: _, ...refusal } = verdict;
  return { ...refusal, kind: 'failed' };
}

async function sendAll(sending: RequestContext, requests: readonly ChannelRequest[]): Promise<Verdict> {
  const addressed = requests.filter(isAddressed);
  if (addressed.length > 0) {
    const { ports, progress, context } = sending;
    const lastMoment = context.now + (ports.beginWithinMs ?? BEGIN_WITHIN_MS);
    return sendEach({
      requests: addressed,
      progress,
      sendOne: async (request) => sendOne(sending, request),
      isTimeLeft: () => ports.now() < lastMoment,
    });
  }
  const isSettled = sending.context.post?.continued === true;
  let verdict: Verdict = isSettled
    ? { kind: 'delivered', edited: true }
    : { kind: 'failed', error: 'the channel has nothing to send' };
  for (const request of requests) {
    verdict = await sendOne(sending, request);
    if (verdict.kind !== 'delivered') break;
  }
  return verdict;
}

async function sendOne(sending: RequestContext, rendered: ChannelRequest): Promise<Verdict> {
  const { ports, kind } = sending;
  const request = withPath(sending, rendered);
  const sender = `sender for requests of kind ${kind.kind}`;
  switch (request.kind) {
    case 'http': {
      const hideProofs = credentialHider(request.headers);
      const hide = (text: string) => sending.hide(hideProofs(text));
      return verdictOf({ ...sending, hide }, await given(ports.http, sender).send(request));
    }
    case 'web-push':
      return verdictOf(sending, await given(ports.push, sender).send(request), request.recipient);
    case 'aws': {
      const result = await given(ports.aws, sender).send(request);
      return result.kind === 'accepted' ? { kind: 'delivered', status: result.status } : kind.classifyFailure(result);
    }
  }
}

/**
 * Headers that say where the notification has been. Any address may be a webhook of a router, whatever the kind; only
 * the vendor's own API certainly is not.
 */
function withPath(
  { kind, message }: Pick<RequestContext, 'kind' | 'message'>,
  request: ChannelRequest,
): ChannelRequest {
  if (request.kind === 'aws') return request;
  const url = request.kind === 'http' ? request.url : request.subscription.endpoint;
  const isVendors = kind.vendorApi !== undefined && URL.parse(url)?.origin === new URL(kind.vendorApi).origin;
  return isVendors ? request : { ...request, headers: { ...request.headers, ...pathFields(message) } };
}

/** What the kind makes of an answer. A loop is the same for all kinds: it is never tried again, which would feed it. */
function verdictOf(sending: RequestContext, result: OutboundResult, recipient?: string): Verdict {
  const { ports, kind, config, hide } = sending;
  const rendered = { config, context: sending.context };
  const context = { now: ports.now(), rendered, ...(recipient === undefined ? {} : { recipient }) };
  return outcomeOf(result, (response) => {
    // Masked before a kind shortens it: masking finds whole secrets, and a cut could leave half of one.
    const answer = { ...response, body: hide(response.body) };
    const verdict = isLoop(answer) ? loopDetected(answer, context.now) : kind.classify(answer, context);
    return verdict.kind === 'delivered' ? verdict : { ...verdict, response: seenResponse(answer, hide) };
  });
}

/** @throws when it is absent, a bug: jobs only reach a function that can send them. */
function given<T>(port: T | undefined, what: string): T {
  if (port === undefined) throw new Error(`There is no ${what} here.`);
  return port;
}
