import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type PressPorts, takePress } from '../../core/ask/press.ts';
import { bare, json, methodNotAllowed } from './replies.ts';

/** Vendors send a few kilobytes. */
const MAX_BYTES = 256 * 1024;

/** Telegram shows so much of what it is told. */
const MAX_TOLD_CHARACTERS = 200;

/** Serves the address to which vendors send presses of buttons. Nothing is looked up that is not signed. */
export async function servePress(
  ports: PressPorts,
  channelId: string,
  event: APIGatewayProxyEventV2,
): Promise<APIGatewayProxyStructuredResultV2> {
  if (event.requestContext.http.method !== 'POST') return methodNotAllowed('POST');
  const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (body.length > MAX_BYTES) return UNSIGNED;
  const result = await takePress(ports, channelId, { headers: event.headers, body });
  if (result.kind === 'refused') return UNSIGNED;
  if (result.kind === 'busy') return BUSY;
  const callbackId = result.press?.callbackId;
  if (callbackId === undefined) return bare(200);
  const text = Array.from(result.told).slice(0, MAX_TOLD_CHARACTERS).join('');
  return json(200, { method: 'answerCallbackQuery', callback_query_id: callbackId, text });
}

const UNSIGNED = json(401, { error: 'Invalid signature' });
const BUSY = json(503, { error: 'Try again' }, { 'retry-after': '2' });
