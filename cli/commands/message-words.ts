import type { Delivery, Message, MessageSummary } from '../router/router.ts';
import type { Paint } from '../terminal/print.ts';
import { oneLine, severalLines, shortened } from '../terminal/safe-text.ts';

const LINE_CHARACTERS = 100;

const COLOURS = {
  queued: 'yellow',
  delivering: 'yellow',
  retrying: 'yellow',
  delivered: 'green',
  failed: 'red',
  skipped: 'dim',
} as const;

/** The first that any delivery is in says how the message does. */
const WORST_FIRST = ['failed', 'retrying', 'queued', 'delivering', 'delivered', 'skipped'] as const;

/** One line of a list of messages: when, id, how it does, text. */
export function messageLine(message: MessageSummary, paint: Paint): string {
  const { receivedAt, id, deliveries } = message;
  const state = WORST_FIRST.find((candidate) => deliveries.some((delivery) => delivery.state === candidate));
  const shown = state === undefined ? paint('dim', 'no channel') : paint(COLOURS[state], state);
  return `${paint('dim', receivedAt)}  ${id}  ${shown}  ${summary(message)}`;
}

/** Title and message in one line. */
function summary({ title, message }: Pick<MessageSummary, 'title' | 'message'>): string {
  const texts = [title, message].filter((text) => text !== undefined).map(oneLine);
  return shortened(texts.filter((text) => text !== '').join(': '), LINE_CHARACTERS);
}

/** A message in whole: what it says, where it went or did not go, and why. */
export function explanation(message: Message, page: string, paint: Paint): string {
  const { title, priority, tags, notes } = message;
  const details = [priority === undefined ? '' : `priority ${priority}`, ...tags.map((tag) => `#${oneLine(tag)}`)];
  return [
    paint('bold', oneLine(title ?? '(no title)')),
    ...indented(severalLines(message.message)),
    paint('dim', `${message.id}  ${message.receivedAt}  webhook ${oneLine(message.webhookName)}`),
    ...details
      .filter((detail) => detail !== '')
      .slice(0, 1)
      .map(() => details.filter(Boolean).join(' ')),
    ...notes.map((note) => `note: ${oneLine(note)}`),
    '',
    ...routes(message, paint),
    '',
    paint('dim', page),
  ].join('\n');
}

function routes({ routing, deliveries }: Message, paint: Paint): string[] {
  if (routing.length === 0 && deliveries.length === 0) return ['No channel was linked to this webhook.'];
  const unmatched = routing.filter(({ channelId }) => !deliveries.some((delivery) => delivery.channelId === channelId));
  return [
    ...deliveries.flatMap((delivery) => deliveryLines(delivery, routing, paint)),
    ...unmatched.map(({ channelId, matched, reason }) => {
      return `${paint('dim', matched ? 'not sent' : 'not matched')}  ${channelId}: ${oneLine(reason)}`;
    }),
  ];
}

function deliveryLines(delivery: Delivery, routing: Message['routing'], paint: Paint): string[] {
  const { state, channelName, kind, channelId, attempts, nextAttemptAt } = delivery;
  const route = routing.find((candidate) => candidate.channelId === channelId);
  return [
    `${paint(COLOURS[state], state)}  ${oneLine(channelName)} (${kind}, ${channelId})`,
    ...(route === undefined ? [] : [`  because: ${oneLine(route.reason)}`]),
    ...attempts.map(attemptLine),
    ...(nextAttemptAt === undefined ? [] : [`  next attempt ${nextAttemptAt}`]),
  ];
}

function attemptLine({ at, outcome, status, error, durationMs }: Delivery['attempts'][number]): string {
  const answer = [status === undefined ? '' : `status ${status}`, error === undefined ? '' : oneLine(error)];
  return `  ${at}  ${[outcome, ...answer].filter((part) => part !== '').join(', ')} (${durationMs} ms)`;
}

const indented = (text: string): string[] => (text === '' ? [] : text.split('\n').map((line) => `  ${line}`));
