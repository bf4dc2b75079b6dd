import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { parseJsonObject } from '../message/json-object.ts';
import { type Callback, isSameSecret, type ReadPress } from './press.ts';

const Update = z.object({
  callback_query: z.object({
    id: z.string().check(z.maxLength(64)),
    from: z.object({ id: z.int(), first_name: z.optional(z.string()), last_name: z.optional(z.string()) }),
    data: z.string(),
  }),
});

/**
 * The secret that Telegram is told to show with every press. Made from the token of the bot, so that all channels of a bot
 * have the same one, and a new token has another.
 */
export function telegramPressSecret(botToken: string, organizationId: string): string {
  return createHmac('sha256', botToken).update(`presses of ${organizationId}`).digest('base64url');
}

/**
 * A press of a button in Telegram.
 *
 * @see https://core.telegram.org/bots/api#setwebhook
 */
export function readTelegramPress({ headers, body }: Callback, secret: string): ReadPress {
  if (!isSameSecret(headers['x-telegram-bot-api-secret-token'] ?? '', secret)) return 'unsigned';
  const read = Update.safeParse(parseJsonObject(new TextDecoder().decode(body)));
  if (!read.success) return 'other';
  const { id: callbackId, from, data: token } = read.data.callback_query;
  const name = [from.first_name, from.last_name].filter((part) => part !== undefined).join(' ');
  return { token, user: { id: String(from.id), name: name === '' ? String(from.id) : name }, callbackId };
}
