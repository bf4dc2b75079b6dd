import type { Alert } from '../alert/alert.ts';
import type { AlertView, Post } from '../channels/alert-view.ts';
import type { Outcome } from '../channels/outcome.ts';
import { deliveredKind } from '../channels/registry.ts';
import type { Channel } from '../directory/channel.ts';
import type { OlderPost, PostPorts, ShownPost } from './alert-posts.ts';
import { deliveryIdOf } from './delivery-id.ts';
import type { Message } from './message.ts';
import { type AlertDelivery, type ContinuePlan, digestOf, type MakePlan, type PostPlan } from './plan-post.ts';
import type { AttemptResult } from './row/conclude.ts';

/** Sends a message that shows an alert, in a post if one is given. */
export type SendShown = (
  source: Message,
  shown: { readonly alert?: AlertView; readonly post?: Post },
) => Promise<Outcome>;

/** One step of a delivery. */
interface Step<Plan = PostPlan> {
  readonly delivery: AlertDelivery;
  readonly plan: Plan;
}

/** What an attempt came to. */
interface MadeStep {
  readonly result: Exclude<AttemptResult, { kind: 'given-up' }>;
  /** What the channel shows now; absent: what it showed before. */
  readonly shown?: ShownPost;
}

/** Makes the request of a step. */
export async function makeStep(posts: PostPorts, { delivery, plan }: Step, send: SendShown): Promise<MadeStep> {
  if (plan.step === 'make') return make(posts, { delivery, plan }, send);
  if (plan.step === 'continue') return continueOlder(posts, { delivery, plan }, send);
  return plan.step === 'tell' ? tell(plan, send) : edit({ delivery, plan }, send);
}

async function tell({ alert, source, shown }: PostPlan, send: SendShown): Promise<MadeStep> {
  const result = await send(source, { alert });
  if (result.kind !== 'delivered') return { result };
  return { result, shown: { turn: alert.turn, version: alert.sequence, posts: shown.posts + 1 } };
}

async function make(posts: PostPorts, step: Step<MakePlan>, send: SendShown): Promise<MadeStep> {
  const { alert, source, shown } = step.plan;
  const { channel } = step.delivery;
  const count = shown.posts + 1;
  // Nothing but a write may come between the answer and what is written of it.
  const older = await olderOf(posts, step);
  const result = await send(source, { alert, post: { id: postIdOf(alert, channel, count), version: alert.sequence } });
  if (result.kind !== 'delivered') return { result };
  const { reference } = result;
  return {
    result,
    shown: {
      turn: alert.turn,
      posts: count,
      ...madeState(step),
      ...(reference === undefined ? {} : { reference }),
      ...(older === undefined ? {} : { older }),
    },
  };
}

/** Where the router names posts itself, one that was made by an attempt whose answer was lost may still be as it was. */
function madeState({ plan, delivery }: Step<MakePlan>): Pick<ShownPost, 'version' | 'digest'> {
  const { alert, source, begun } = plan;
  const { sequence } = alert;
  const isSure = begun.version === sequence || !editsOf(delivery.channel)?.namesPosts;
  return isSure ? { version: sequence, digest: digestOf(alert, source) } : { version: begun.version };
}

async function edit({ plan, delivery }: Step, send: SendShown): Promise<MadeStep> {
  const { alert, source, shown } = plan;
  const { turn: _, version: __, digest: ___, older: ____, posts, isContinued, ...known } = shown;
  const continued = isContinued === true ? { continued: isContinued } : {};
  const id = postIdOf(alert, delivery.channel, posts);
  const result = await send(source, { alert, post: { id, version: alert.sequence, ...known, ...continued } });
  if (result.kind !== 'delivered') return { result };
  const { reference } = result;
  const made = reference === undefined ? {} : { reference };
  const state = { turn: alert.turn, version: alert.sequence, digest: digestOf(alert, source), posts };
  const still = isContinued === true ? { isContinued } : {};
  return { result, shown: { ...state, ...(result.edited === true ? known : made), ...still } };
}

/** The post that the one just made takes the place of: of this alert, else of the last one of its key. */
async function olderOf(posts: PostPorts, { plan, delivery }: Step): Promise<OlderPost | undefined> {
  const { alert, shown } = plan;
  const { channel } = delivery;
  if (editsOf(channel)?.continues !== true) return undefined;
  const { reference } = shown;
  if (reference !== undefined) return { id: postIdOf(alert, channel, shown.posts), reference };
  if (shown.posts > 0 || alert.previousId === undefined) return undefined;
  const previous = await posts.readPrevious(alert, channel.id);
  const last = previous.row.shown;
  if (previous.alert === undefined || last?.reference === undefined) return undefined;
  const id = postIdOf(previous.alert, channel, last.posts);
  return { id, reference: last.reference, alertId: previous.alert.id };
}

/** Tried once: a post that cannot be changed any more stays as it is. */
async function continueOlder(
  posts: PostPorts,
  { plan, delivery }: Step<ContinuePlan>,
  send: SendShown,
): Promise<MadeStep> {
  const { older: _, ...shown } = plan.shown;
  const { channel } = delivery;
  const { id, reference, alertId } = plan.older;
  const previous = alertId === undefined ? undefined : await posts.readPrevious(plan.alert, channel.id);
  const alert = previous?.alert ?? plan.alert;
  const source = previous === undefined ? plan.source : await wordsOf(posts, alert, plan.source);
  const post: Post = { id, version: alert.sequence, reference, continued: true };
  const result = await send(source, { alert, post });
  if (result.kind === 'retry' || (result.kind === 'failed' && result.disableChannel !== undefined)) return { result };
  if (result.kind === 'failed') return { result: leftAsItIs(result.error), shown };
  if (alertId !== undefined && previous?.row.shown !== undefined) {
    const state = { turn: alert.turn, version: alert.sequence, digest: digestOf(alert, source) };
    await posts.close({ alertId, channelId: channel.id }, { ...previous.row.shown, ...state, isContinued: true });
  }
  return { result, shown };
}

async function wordsOf(posts: PostPorts, { organizationId, messageId }: Alert, otherwise: Message): Promise<Message> {
  return (await posts.readMessage(organizationId, messageId)) ?? otherwise;
}

function leftAsItIs(error: string): MadeStep['result'] {
  return { kind: 'skipped', error: `the older post stays as it is: ${error}`, isDone: true };
}

function editsOf({ kind }: Channel) {
  return deliveredKind(kind)?.edits;
}

/** Another one for each post of an alert in a channel. */
function postIdOf({ id }: Pick<Alert, 'id'>, channel: Channel, count: number): string {
  return deliveryIdOf(`${id} ${count}`, channel.id);
}
