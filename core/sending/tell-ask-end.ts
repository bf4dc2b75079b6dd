import { createHash } from 'node:crypto';
import { standingOf } from '../ask/ask-view.ts';
import type { AskTimers } from '../ask/ask-store.ts';
import type { Ask } from '../ask/ask.ts';
import { type EndAskPorts, readAsk } from '../ask/end-ask.ts';
import { outcomeText } from '../ask/outcome.ts';
import { type CompleteTask, taskEndOf, type TaskOutcome } from '../ask/task-end.ts';
import { takesEach } from '../channels/kinds.ts';
import { type Enqueue, jobsOf } from '../delivery/job.ts';
import { MESSAGE_LIFETIME_SECONDS, type Message, type Routing } from '../delivery/message.ts';
import type { Webhook } from '../directory/webhook.ts';
import type { WebhookReader } from '../directory/webhook-store.ts';
import { idOf } from '../message/ids.ts';
import type { JsonObject } from '../message/json-object.ts';
import { ULID_DIGITS, ulidTime } from '../message/ulid.ts';
import { cleanText, MAX_MESSAGE_CHARACTERS } from '../notification/clean-text.ts';
import { route } from './route.ts';

/** What telling of the end of an ask needs. */
export interface TellAskEndPorts extends EndAskPorts {
  readonly timers: Pick<AskTimers, 'clear'>;
  readonly webhooks: Pick<WebhookReader, 'readWebhook'>;
  readonly messages: { has(organizationId: string, messageId: string): Promise<boolean> };
  readonly outbox: { store(message: Message): Promise<void> };
  readonly jobs: { readonly enqueue: Enqueue };
  readonly tasks: {
    readonly complete: CompleteTask;
    /** Tells the operators: a task that Step Functions refuses to end is not tried again. */
    readonly told: (ask: Ask, outcome: TaskOutcome) => void;
  };
}

/**
 * Tells how an ask ended: machines get the answer by the webhook's filters, every channel that showed the ask gets the
 * outcome, and the task that waits for it ends. Done twice, it is the same message, and Step Functions refuses to end a
 * task again; done half, the ask stays due and it is done again.
 *
 * @see contract section 8
 */
export async function tellAskEnd(ports: TellAskEndPorts, askId: string): Promise<void> {
  const ask = await readAsk(ports, askId);
  if (ask?.dueAt === undefined || ask.status === 'pending') return;
  // An ask without its message was never acknowledged, and nobody saw it.
  if (await ports.messages.has(ask.organizationId, ask.messageId)) {
    await tell(ports, ask, ask.dueAt);
    await endTask(ports, ask);
  }
  await ports.timers.clear(ask);
}

async function endTask({ tasks }: Pick<TellAskEndPorts, 'tasks'>, ask: Ask): Promise<void> {
  if (ask.taskToken === undefined) return;
  tasks.told(ask, await tasks.complete(ask.taskToken, taskEndOf(ask)));
}

async function tell(ports: TellAskEndPorts, ask: Ask, at: number): Promise<void> {
  const webhook = await ports.webhooks.readWebhook(ask.organizationId, ask.webhookId);
  const message = await endMessage(ask, webhook, at);
  if (!message.routing.some(({ matched }) => matched)) return;
  await ports.outbox.store(message);
  // What the queue does not take is found by the reconciling sweep.
  await ports.jobs.enqueue(jobsOf(message), 0);
}

async function endMessage(ask: Ask, webhook: Webhook | undefined, at: number): Promise<Message> {
  const { organizationId, webhookId, webhookName, content, answer, messageId, hops, originId } = ask;
  const chosen = answer?.option ?? undefined;
  const tags = answer === undefined ? [] : ['answer', ...(chosen === undefined ? [] : [`answer:${chosen}`])];
  const { title = content.message } = content;
  const said = {
    title: cleanText(title, 200),
    message: cleanText(outcomeText(ask), MAX_MESSAGE_CHARACTERS),
    tags,
  };
  const standing = standingOf(ask);
  const payload = {
    ...said,
    ask: { id: ask.id, messageId },
    ...(standing.answer === null ? { status: standing.status } : { answer: standing.answer }),
  };
  return {
    id: idOf('message', ulidAfter(ask, at)),
    organizationId,
    webhookId,
    webhookName,
    content: said,
    format: 'json',
    receivedAt: new Date(at).toISOString(),
    payload: { text: JSON.stringify(payload) },
    routing: await routingOf(ask, webhook, { content: said, payload }),
    notes: [],
    hops,
    ...(originId === undefined ? {} : { originId }),
    askId: ask.id,
    origin: 'system',
    expiresAt: Math.floor(at / 1000) + MESSAGE_LIFETIME_SECONDS,
  };
}

type Told = Pick<Message, 'content'> & { readonly payload: JsonObject };

async function routingOf(ask: Ask, webhook: Webhook | undefined, { content, payload }: Told): Promise<Routing[]> {
  const links = webhook?.links ?? [];
  const machines = ask.answer === undefined ? [] : links.filter(({ kind }) => takesEach(kind));
  // All of them, when the webhook was deleted: they showed it.
  const isOn = ({ channelId }: Ask['channels'][number]) =>
    webhook === undefined || links.some((link) => link.channelId === channelId && link.enabled);
  return [
    ...(await route({ links: machines }, { ...content, payload })),
    ...ask.channels
      .filter(isOn)
      .map(({ channelId, kind }) => ({ channelId, kind, matched: true, reason: 'showed the ask' })),
  ];
}

/** The same for the same end, so that it is told by one message however often it is tried. */
function ulidAfter({ id }: Ask, at: number): string {
  const digest = createHash('sha256').update(`end of ${id}`).digest().subarray(0, 16);
  return ulidTime(at) + Array.from(digest, (byte) => ULID_DIGITS.charAt(byte % 32)).join('');
}
