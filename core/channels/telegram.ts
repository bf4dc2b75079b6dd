import * as z from 'zod';
import { allowMentions, apiBaseUrl, templates, token } from './config-fields.ts';
import type { RenderContext } from './channel-kind.ts';
import type { Editing } from './editing.ts';
import type { HttpRequest } from './http-exchange.ts';
import { escapeHtml } from './html-pieces.ts';
import { withoutMentions } from './mentions.ts';
import { defineMessageKind } from './message-kind.ts';
import { factLine, type Notice } from './notice.ts';
import { type PressAddress, pressButtonsOf } from './press-buttons.ts';
import { fit, utf16Units } from './text-limit.ts';
import { answerOf, byStatus, gone, plainTextPlease, retried, type VendorAnswer } from './vendor-answer.ts';
import { telegramPressSecret } from './telegram-press.ts';
import { jsonRequest, under } from './vendor-request.ts';

/** Of the text as people see it, after the entities are read; Telegram counts UTF-16 code units in entities. */
const MAX_TEXT_UNITS = 4096;
const MAX_TITLE_UNITS = 256;
const API = 'https://api.telegram.org';

const TelegramConfig = z.strictObject({
  botToken: token({
    title: 'Bot token',
    description: 'The token that BotFather gave for your bot.',
    example: '0000000000:XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX',
  }),
  chatId: z
    .union([z.string().regex(/^(?:-?\d{1,20}|@\w{1,64})$/), z.int()], {
      error: 'A number, or the @name of a public channel.',
    })
    .meta({
      title: 'Chat ID',
      description: 'The number of a chat, group or channel with the bot, or the @name of a public channel.',
      examples: ['-1000000000000'],
    }),
  threadId: z
    .union([z.int().positive(), z.string().regex(/^[1-9]\d{0,15}$/)], { error: 'A positive number.' })
    .optional()
    .meta({ title: 'Thread ID', description: 'A topic of a group with topics.', examples: [42] }),
  interactive: z
    .boolean()
    .optional()
    .meta({
      title: 'Buttons',
      description:
        'Whether people answer by buttons. Telegram then tells the router of presses, and the bot has no other webhook.',
      examples: [true],
    }),
  apiBaseUrl: apiBaseUrl('telegram', API),
  allowMentions,
  templates,
});

type TelegramConfig = z.infer<typeof TelegramConfig>;

interface Parts {
  readonly title: string;
  readonly message: string;
  readonly facts: string;
}

/** The visible parts, cut so that they fit together with the line breaks and the words of the link. */
function partsOf(notice: Notice, disarm: (text: string) => string): Parts {
  const title = fit(disarm(notice.title ?? ''), MAX_TITLE_UNITS, utf16Units);
  const facts = disarm(factLine(notice));
  const rest = MAX_TEXT_UNITS - title.length - facts.length - '\n\n\n · Open message'.length;
  return { title, message: fit(disarm(notice.message), rest, utf16Units), facts };
}

function htmlForm({ title, message, facts }: Parts, link: string | undefined): string {
  const head = title === '' ? '' : `<b>${escapeHtml(title)}</b>\n`;
  const open = link === undefined ? '' : ` · <a href="${escapeHtml(link)}">Open message</a>`;
  return `${head}${escapeHtml(message)}\n\n<i>${escapeHtml(facts)}</i>${open}`;
}

function plainForm({ title, message, facts }: Parts): string {
  return `${title === '' ? '' : `${title}\n`}${message}\n\n${facts}`;
}

const TelegramAnswer = z.object({
  ok: z.boolean(),
  description: z.string().optional(),
  parameters: z.object({ retry_after: z.number().optional(), migrate_to_chat_id: z.number().optional() }).default({}),
});

/** 401: the token was revoked. 404: it never was one. These texts: the bot is blocked, or no longer in the chat. */
const GONE = /bot was blocked|bot was kicked|user is deactivated|bot is not a member|chat was deleted/i;

const Posted = z.object({ result: z.object({ message_id: z.int().positive() }) });

const POST_GONE = /message to edit not found|message can't be edited|message_id_invalid/i;

function disarmOf({ allowMentions }: TelegramConfig): (text: string) => string {
  return allowMentions === true ? (text) => text : withoutMentions;
}

function textForm(notice: Notice, config: TelegramConfig, { plainText }: RenderContext) {
  const parts = partsOf(notice, disarmOf(config));
  const form =
    plainText === true ? { text: plainForm(parts) } : { text: htmlForm(parts, notice.link), parse_mode: 'HTML' };
  return { ...form, link_preview_options: { is_disabled: true } };
}

/** Buttons under a message, and what Telegram must hear before it shows them. */
interface Keyboard {
  readonly markup: object;
  readonly before: readonly HttpRequest[];
}

/** Buttons that answer, or change the alert, each in a row of its own. Nobody answers a text that was cut. */
function keyboardOf(notice: Notice, config: TelegramConfig, context: RenderContext): Keyboard {
  const { buttons, presses } = pressButtonsOf(context);
  const isAnswered = context.ask === undefined || isWhole(notice, disarmOf(config));
  if (context.withoutButtons === true || presses === undefined || buttons.length === 0 || !isAnswered) {
    return { markup: {}, before: [] };
  }
  const inline_keyboard = buttons.map(({ label, token }) => [{ text: label, callback_data: token }]);
  return { markup: { reply_markup: { inline_keyboard } }, before: [registration(presses, config, context)] };
}

function isWhole(notice: Notice, disarm: (text: string) => string): boolean {
  const { title, message } = partsOf(notice, disarm);
  return title === disarm(notice.title ?? '') && message === disarm(notice.message);
}

/**
 * Has Telegram tell the router of presses. Done with each post that has buttons: somebody may have told it otherwise.
 *
 * @see https://core.telegram.org/bots/api#setwebhook
 */
function registration({ url, secret }: PressAddress, config: TelegramConfig, context: RenderContext): HttpRequest {
  const body = { url, secret_token: secret, allowed_updates: ['callback_query'] };
  return jsonRequest({ url: methodAt('setWebhook', config) }, body, context);
}

function methodAt(
  method: 'sendMessage' | 'editMessageText' | 'setWebhook',
  { apiBaseUrl, botToken }: TelegramConfig,
): string {
  return under(apiBaseUrl ?? API, `/bot${botToken}/${method}`);
}

/** @see https://core.telegram.org/bots/api#editmessagetext */
const edits: Editing<TelegramConfig> = {
  place: ['apiBaseUrl', 'chatId', 'threadId'],
  namesPosts: false,
  idOf: (response) => answerOf(response, Posted)?.result.message_id.toString(),
  edit(notice, config, context) {
    // Without a keyboard, the one that is there goes.
    const { markup, before } = keyboardOf(notice, config, context);
    const body = {
      chat_id: context.destination ?? config.chatId,
      message_id: Number(context.postId),
      ...textForm(notice, config, context),
      ...markup,
    };
    return [...before, jsonRequest({ url: methodAt('editMessageText', config) }, body, context)];
  },
  refusal(response) {
    const said = answerOf(response, TelegramAnswer)?.description ?? '';
    if (/message is not modified/i.test(said)) return 'same';
    return POST_GONE.test(said) ? 'gone' : undefined;
  },
};

/** Telegram, by a bot. @see https://core.telegram.org/bots/api#sendmessage */
export const telegram = defineMessageKind({
  kind: 'telegram',
  title: 'Telegram',
  description: 'Sends notifications to a Telegram chat, group or channel by a bot.',
  config: TelegramConfig,
  secrets: ['botToken'],
  urls: ['apiBaseUrl'],
  vendorApi: API,
  limits: { titleCharacters: MAX_TITLE_UNITS, messageCharacters: MAX_TEXT_UNITS, requestsPerSecond: 1, burst: 3 },
  write(notice, config, context) {
    const { markup, before } = keyboardOf(notice, config, context);
    const body = {
      chat_id: context.destination ?? config.chatId,
      message_thread_id: config.threadId === undefined ? undefined : Number(config.threadId),
      ...textForm(notice, config, context),
      disable_notification: notice.priority !== undefined && notice.priority <= 2,
      ...markup,
    };
    return [...before, jsonRequest({ url: methodAt('sendMessage', config) }, body, context)];
  },
  edits,
  tellsPresses: true,
  pressSecret: ({ botToken, interactive }, organizationId) =>
    interactive === true ? telegramPressSecret(botToken, organizationId) : undefined,
  classify(response, { now }) {
    const known = answerOf(response, TelegramAnswer);
    const said = known?.description;
    const answer: VendorAnswer = { response, now, said };
    if (known === undefined || known.ok) return byStatus(answer);
    const { retry_after, migrate_to_chat_id } = known.parameters;
    if (migrate_to_chat_id !== undefined) {
      const error = `the group is now ${migrate_to_chat_id}: save that as the chat ID of the channel`;
      return {
        kind: 'send-again',
        status: response.status,
        error,
        adjustment: { destination: String(migrate_to_chat_id) },
      };
    }
    if (response.status === 429) return retried(answer, retry_after);
    if (/bad webhook/i.test(said ?? '')) return { ...plainTextPlease(answer), adjustment: { withoutButtons: true } };
    if (/can't parse entities/i.test(said ?? '')) return plainTextPlease(answer);
    const lost = response.status === 401 || response.status === 404 || GONE.test(said ?? '');
    return lost ? gone(answer) : byStatus(answer);
  },
});
