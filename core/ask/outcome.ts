import type { AlertActor } from '../message/alert-mark.ts';
import type { Answer, Ask } from './ask.ts';

/** Who decided, in words. */
export function nameOfActor(actor: AlertActor, channel?: { readonly kind: string }): string {
  if (actor.name !== undefined) return actor.name;
  switch (actor.type) {
    case 'system':
      return 'the router';
    case 'sender':
      return 'the sender';
    case 'channel':
      return channel === undefined ? 'somebody in a channel' : `somebody in the ${channel.kind} channel`;
    case 'token':
      return 'an API token';
    case 'user':
      return 'a user';
  }
}

/** What was chosen: the label of the option, or the words that were given instead. */
function choiceOf({ options }: Pick<Ask, 'options'>, { option, text }: Pick<Answer, 'option' | 'text'>): string {
  const label = options.find(({ id }) => id === option)?.label;
  if (label === undefined) return text ?? '';
  return text === undefined ? label : `${label} – ${text}`;
}

/** How an ask ended, in one sentence; an empty text while it has not. */
export function outcomeText(ask: Ask): string {
  const { status, answer, channels } = ask;
  const choice = answer === undefined ? '' : choiceOf(ask, answer);
  switch (status) {
    case 'pending':
      return '';
    case 'answered': {
      const channel = channels.find(({ channelId }) => channelId === answer?.channelId);
      return `${choice}: chosen by ${nameOfActor(answer?.by ?? { type: 'system' }, channel)}`;
    }
    case 'expired':
      return answer === undefined ? 'Nobody answered in time' : `${choice}: nobody answered in time`;
    case 'cancelled':
      return 'Cancelled by the sender';
  }
}
