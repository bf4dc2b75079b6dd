import { pageUrlOf } from '../ask/addresses.ts';
import { type AskEnds, statusAt } from '../ask/ask-store.ts';
import type { Channel } from '../directory/channel.ts';
import type { Message } from './message.ts';

/** What linking a channel to the page of an ask needs. */
export interface AskLinkPorts {
  readonly asks: Pick<AskEnds, 'read'>;
  /** `{base_url}`, without a trailing slash. */
  readonly publicBaseUrl: string;
}

/**
 * The page that a message leads to in a channel, whose address is a secret; `undefined`: it asks nothing, or nothing
 * that is answered there.
 */
export async function answerPageOf(
  { asks, publicBaseUrl }: AskLinkPorts,
  { message, channel, now }: { readonly message: Message; readonly channel: Channel; readonly now: number },
): Promise<string | undefined> {
  if (message.askId === undefined) return undefined;
  const ask = await asks.read(message.askId);
  if (ask === undefined || statusAt(ask, now) !== 'pending') return undefined;
  const answersHere = ask.channels.some(({ channelId, answers }) => answers && channelId === channel.id);
  return answersHere ? pageUrlOf(publicBaseUrl, ask, channel.id) : undefined;
}
