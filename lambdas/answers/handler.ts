import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { isPageToken, isSenderSecret, readPageToken } from '../../core/ask/addresses.ts';
import type { Ask } from '../../core/ask/ask.ts';
import type { WaitPorts } from '../../core/ask/wait.ts';
import type { PressPorts } from '../../core/ask/press.ts';
import { isId } from '../../core/message/ids.ts';
import { type PagePorts, servePage } from './serve-page.ts';
import { notFound } from './replies.ts';
import { servePress } from './serve-press.ts';
import { serveSender } from './serve-sender.ts';

/** What answering needs. */
export interface AnswersPorts extends WaitPorts, PagePorts, PressPorts {}

/**
 * Serves everything under `/a/`: to the sender of an ask how it stands, and to the people of a channel the page on which
 * they answer. Both addresses are secrets, and a wrong one is like one of nothing. Under `/c/` it serves vendors, who
 * tell of presses of buttons and prove it by a signature or a secret.
 */
export function createHandler(ports: AnswersPorts) {
  return async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
    const [, room, first = '', second, ...more] = event.rawPath.split('/');
    if (more.length > 0) return notFound;
    if (room === 'c') return second === undefined ? servePress(ports, first, event) : notFound;
    if (second !== undefined) {
      const ask = await askOfSender(ports, first, second);
      return ask === undefined ? notFound : serveSender(ports, ask, event);
    }
    const found = await askOfPage(ports, first);
    return servePage(ports, found, event);
  };
}

async function askOfSender({ asks }: AnswersPorts, askId: string, secret: string): Promise<Ask | undefined> {
  const ask = isId('ask', askId) ? await asks.read(askId) : undefined;
  return ask !== undefined && isSenderSecret(ask, secret) ? ask : undefined;
}

async function askOfPage({ asks }: AnswersPorts, token: string) {
  const named = readPageToken(token);
  const ask = named === undefined ? undefined : await asks.read(named.askId);
  if (named === undefined || ask === undefined) return undefined;
  const { channelId } = named;
  return isPageToken(ask, { token, channelId }) ? { ask, channelId, token } : undefined;
}
