import * as z from 'zod';
import { type Board, Posts, seenButtons } from './board.ts';
import { type FakeVendor, jsonAnswer, type VendorAnswer, type VendorRequest } from './vendor.ts';

const CallbackData = z.string().refine((data) => Buffer.byteLength(data) >= 1 && Buffer.byteLength(data) <= 64);

const Message = z.strictObject({
  chat_id: z.union([z.string(), z.number()]),
  message_thread_id: z.int().optional(),
  text: z.string(),
  parse_mode: z.literal('HTML').optional(),
  link_preview_options: z.strictObject({ is_disabled: z.boolean() }).optional(),
  disable_notification: z.boolean().optional(),
  reply_markup: z
    .strictObject({
      inline_keyboard: z.array(z.array(z.strictObject({ text: z.string().min(1), callback_data: CallbackData }))),
    })
    .optional(),
});

/** @see https://core.telegram.org/bots/api#setwebhook */
const SetWebhook = z.strictObject({
  url: z.url(),
  secret_token: z.string().regex(/^[A-Za-z0-9_-]{1,256}$/),
  allowed_updates: z.array(z.string()),
});

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' };

class CannotParse extends Error {}

/** Telegram's HTML: a handful of tags, four named entities and numbered ones. @see https://core.telegram.org/bots/api#html-style */
function parseHtml(html: string): string {
  const open: string[] = [];
  const text = html.replace(/<(\/?)([^<>]*)>|[<>]/g, (whole, slash: string | undefined, tag = '') => {
    const [name = ''] = tag.split(' ');
    if (slash === undefined || !/^(?:b|i|a(?: href="[^"]*")?)$/.test(tag)) {
      throw new CannotParse(`Unsupported start tag "${name}" at byte offset ${html.indexOf(whole)}`);
    }
    if (slash === '') open.push(name);
    else if (open.pop() !== name) throw new CannotParse(`Unmatched end tag at byte offset ${html.indexOf(whole)}`);
    return '';
  });
  if (open.length > 0) throw new CannotParse(`Can't find end tag corresponding to start tag "${open[0]}"`);
  return text.replace(/&(?:(lt|gt|amp|quot)|#(\d+));/g, (_, name: string | undefined, code: string) =>
    name === undefined ? String.fromCodePoint(Number(code)) : ENTITIES[name]!,
  );
}

const badRequest = (description: string): VendorAnswer =>
  jsonAnswer(400, { ok: false, error_code: 400, description: `Bad Request: ${description}` });

function judge({ body }: VendorRequest): VendorAnswer {
  const message = Message.safeParse(JSON.parse(body));
  if (!message.success) return badRequest('chat_id is empty');
  const { text, parse_mode } = message.data;
  try {
    const shown = parse_mode === undefined ? text : parseHtml(text);
    if (shown.trim() === '') return badRequest('message text is empty');
    if (shown.length > 4096) return badRequest('message is too long');
  } catch (error) {
    if (error instanceof CannotParse) return badRequest(`can't parse entities: ${error.message}`);
    throw error;
  }
  return jsonAnswer(200, { ok: true, result: { message_id: 1 } });
}

function register({ body }: VendorRequest): VendorAnswer {
  const isReadable = SetWebhook.safeParse(JSON.parse(body)).success;
  return isReadable ? jsonAnswer(200, { ok: true, result: true }) : badRequest('bad webhook: cannot be read');
}

/** The buttons of a message, or of a change of one, by their words. */
export function telegramButtons(body: string): ReadonlyMap<string, string> {
  const { reply_markup } = Message.pick({ reply_markup: true }).loose().parse(JSON.parse(body));
  const { inline_keyboard = [] } = reply_markup ?? {};
  return new Map(inline_keyboard.flat().map(({ text, callback_data }) => [text, callback_data]));
}

const FORM =
  /^(?:<b>(?<title>.*?)<\/b>\n)?(?<message>[\s\S]*)\n\n<i>(?<facts>.*)<\/i>(?: · <a href="(?<link>[^"]*)">Open message<\/a>)?$/;

/** Telegram's Bot API. @see https://core.telegram.org/bots/api#sendmessage */
export const vendor: FakeVendor = {
  kind: 'telegram',
  config: (baseUrl) => ({ botToken: '123456:AA-secretsecretsecretsecret', chatId: '-1001234', apiBaseUrl: baseUrl }),
  answer(request) {
    const { method, url } = request;
    const [, token, call] = /^\/bot([^/]+)\/(sendMessage|setWebhook)$/.exec(url.pathname) ?? [];
    if (token === undefined) return jsonAnswer(404, { ok: false, error_code: 404, description: 'Not Found' });
    if (token !== '123456:AA-secretsecretsecretsecret') {
      return jsonAnswer(401, { ok: false, error_code: 401, description: 'Unauthorized' });
    }
    if (method !== 'POST') return badRequest('message text is empty');
    return call === 'setWebhook' ? register(request) : judge(request);
  },
  shown({ body }) {
    const { text, parse_mode } = Message.parse(JSON.parse(body));
    if (parse_mode === undefined) return { message: text };
    const { title, message = '', facts = '', link } = FORM.exec(text)?.groups ?? {};
    const read = parseHtml(message);
    if (/(?<![\p{L}\p{N}])@\w/u.test(`${title} ${read} ${facts}`)) throw new Error(`a mention in ${text}`);
    return { title: title && parseHtml(title), message: read, link: link && parseHtml(link), rest: parseHtml(facts) };
  },
};

const Edit = Message.omit({ message_thread_id: true, disable_notification: true }).extend({
  message_id: z.int().positive(),
});

/** A chat. @see https://core.telegram.org/bots/api#editmessagetext */
export function telegramBoard(): Board {
  const posts = new Posts();

  function edit(request: VendorRequest) {
    const change = Edit.safeParse(JSON.parse(request.body));
    if (!change.success) return badRequest('message identifier is not specified');
    const { message_id, ...content } = change.data;
    const body = JSON.stringify(content);
    const old = posts.get(String(message_id));
    if (old === undefined) return badRequest('message to edit not found');
    const judged = judge({ ...request, body });
    if (judged.status !== 200) return judged;
    const before = Message.parse(JSON.parse(old.body));
    if (before.text === content.text) {
      return badRequest(
        'message is not modified: specified new message content and reply markup are exactly the same as a current content',
      );
    }
    posts.set(String(message_id), { ...request, body });
    return jsonAnswer(200, { ok: true, result: { message_id } });
  }

  return {
    answer(request) {
      const { pathname } = request.url;
      if (request.method === 'POST' && pathname === '/bot123456:AA-secretsecretsecretsecret/editMessageText') {
        return edit(request);
      }
      const answer = vendor.answer(request);
      if (answer.status !== 200 || !pathname.endsWith('/sendMessage')) return answer;
      const id = posts.add(request, (count) => String(100 + count));
      return jsonAnswer(200, { ok: true, result: { message_id: Number(id), chat: { id: -1001234 } } });
    },
    posts: () =>
      posts.all().map((request) => ({ ...vendor.shown(request, true), ...seenButtons(telegramButtons(request.body)) })),
    clear: () => posts.clear(),
  };
}
