import { pageUrlOf } from '../ask/addresses.ts';
import { type AskEnds, statusAt } from '../ask/ask-store.ts';
import type { Ask } from '../ask/ask.ts';
import { hasApprovers } from '../ask/decide.ts';
import type { AskShown } from '../channels/ask-shown.ts';
import type { Channel } from '../directory/channel.ts';
import type { Message } from './message.ts';

/** What showing an ask in a channel needs. */
export interface AskLinkPorts {
  readonly asks: Pick<AskEnds, 'read'>;
  /** `{base_url}`, without a trailing slash. */
  readonly publicBaseUrl: string;
}

/** What a channel shows of the ask that a message has to do with; `undefined`: it has to do with none. */
export async function askShown(
  { asks, publicBaseUrl }: AskLinkPorts,
  { message, channel, now }: { readonly message: Message; readonly channel: Channel; readonly now: number },
): Promise<AskShown | undefined> {
  const ask = message.askId === undefined ? undefined : await asks.read(message.askId);
  if (ask === undefined) return undefined;
  const answersHere = ask.channels.some(({ channelId, answers }) => answers && channelId === channel.id);
  if (!answersHere || statusAt(ask, now) !== 'pending') return { id: ask.id, buttons: [] };
  return { id: ask.id, url: pageUrlOf(publicBaseUrl, ask, channel.id), buttons: buttonsOf(ask) };
}

/** A button says neither who presses it nor any words. */
function buttonsOf(ask: Ask): AskShown['buttons'] {
  return ask.text || hasApprovers(ask) ? [] : ask.options.map(({ id, label }) => ({ id, label }));
}
