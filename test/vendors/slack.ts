import * as z from 'zod';
import { type Board, Posts, seenButtons, type SeenPost } from './board.ts';
import { type FakeVendor, jsonAnswer, points, type Shown, textAnswer, type VendorRequest } from './vendor.ts';

/**
 * Slack's rules for what this router may send. Slack publishes no JSON schema of Block Kit; these are the limits of its
 * reference, strict about unknown fields.
 *
 * @see https://docs.slack.dev/reference/block-kit/blocks
 */
const Mrkdwn = z.strictObject({ type: z.literal('mrkdwn'), text: points(3000), verbatim: z.boolean().optional() });
const PlainText = z.strictObject({ type: z.literal('plain_text'), text: points(150), emoji: z.boolean().optional() });
const Button = z.strictObject({
  type: z.literal('button'),
  action_id: points(255),
  text: z.strictObject({ type: z.literal('plain_text'), text: points(75), emoji: z.boolean().optional() }),
  value: points(2000),
  style: z.enum(['primary', 'danger']).optional(),
});
const Block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('header'), text: PlainText }),
  z.strictObject({ type: z.literal('section'), text: Mrkdwn }),
  z.strictObject({ type: z.literal('context'), elements: z.array(Mrkdwn).min(1).max(10) }),
  z.strictObject({ type: z.literal('actions'), elements: z.array(Button).min(1).max(25) }),
]);
const Blocks = z.array(Block).max(50);
const Message = z.strictObject({
  channel: z.string().optional(),
  text: points(40_000).optional(),
  blocks: z.unknown().optional(),
  attachments: z
    .array(z.strictObject({ color: z.string().regex(/^#[0-9a-f]{6}$/), blocks: Blocks }))
    .max(100)
    .optional(),
  unfurl_links: z.boolean().optional(),
  unfurl_media: z.boolean().optional(),
});

/** The error that Slack would name; `undefined` when it takes the message. */
function faultOf(body: string): string | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return 'invalid_payload';
  }
  const message = Message.safeParse(parsed);
  if (!message.success) return 'invalid_payload';
  const { text, blocks, attachments } = message.data;
  if (text === undefined && blocks === undefined && attachments === undefined) return 'no_text';
  return blocks === undefined || Blocks.safeParse(blocks).success ? undefined : 'invalid_blocks';
}

/** mrkdwn as people see it. Between angle brackets only links may stand, and an ampersand only begins an entity. */
function read(text: string): string {
  if (/&(?!amp;|lt;|gt;)/.test(text)) throw new Error(`a bare & in ${text}`);
  const links = text.replace(
    /<(https?:\/\/[^<>|\s]+)(\|[^<>]+)?>/g,
    (_, url: string, label = '') => label.slice(1) || url,
  );
  if (/[<>]/.test(links)) throw new Error(`markup in ${text}`);
  return links.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function shown({ body }: VendorRequest): Shown {
  const message = Message.parse(JSON.parse(body));
  const blocks = Blocks.parse(message.blocks ?? []);
  const facts = (message.attachments ?? []).flatMap(({ blocks }) => blocks);
  const context = facts.flatMap((block) => (block.type === 'context' ? block.elements : [])).map(({ text }) => text);
  read(message.text ?? '');
  const sections = blocks.flatMap((block) => (block.type === 'section' ? [read(block.text.text)] : []));
  return {
    title: blocks.flatMap((block) => (block.type === 'header' ? [read(block.text.text)] : []))[0],
    message: sections.length === 0 ? read(message.text ?? '') : sections.join(''),
    link: /<(https:[^|>]+)\|Open message>/.exec(context.join())?.[1],
    rest: context.map(read).join(' ').replace(' · Open message', ''),
  };
}

/** The buttons of a message, or of a change of one, by their words. */
export function slackButtons(body: string): ReadonlyMap<string, string> {
  const blocks = Blocks.parse(Message.pick({ blocks: true }).loose().parse(JSON.parse(body)).blocks ?? []);
  const buttons = blocks.flatMap((block) => (block.type === 'actions' ? block.elements : []));
  if (new Set(buttons.map(({ action_id }) => action_id)).size < buttons.length) throw new Error('an id twice');
  return new Map(buttons.map(({ text, value }) => [read(text.text), value]));
}

/** Slack's incoming webhooks. */
export const vendor: FakeVendor = {
  kind: 'slack',
  config: (baseUrl) => ({ webhookUrl: `${baseUrl}/services/T00000000/B00000000/0123456789abcdefABCDEF01` }),
  answer({ method, url, body, headers }) {
    if (method !== 'POST') return textAnswer(405, 'method_not_allowed');
    if (!/^\/services\/T\w+\/B\w+\/\w{24}$/.test(url.pathname)) return textAnswer(404, 'no_service');
    const fault = headers['content-type'] === 'application/json' ? faultOf(body) : 'invalid_payload';
    return fault === undefined ? textAnswer(200, 'ok') : textAnswer(400, fault);
  },
  shown,
};

/** Slack's Web API, which answers 200 to nearly everything. */
export const slackApi: FakeVendor = {
  kind: 'slack',
  config: (baseUrl) => ({ botToken: 'xoxb-1-2-secretsecret', channel: 'C0123456789', apiBaseUrl: `${baseUrl}/api` }),
  answer({ url, headers, body }) {
    if (url.pathname !== '/api/chat.postMessage') return jsonAnswer(200, { ok: false, error: 'unknown_method' });
    if (headers['authorization'] !== 'Bearer xoxb-1-2-secretsecret')
      return jsonAnswer(200, { ok: false, error: 'invalid_auth' });
    const fault = faultOf(body);
    if (fault !== undefined) return jsonAnswer(200, { ok: false, error: fault });
    return jsonAnswer(200, { ok: true, channel: 'C0123456789', ts: '1503435956.000247', message: {} });
  },
  shown,
};

const Update = z.strictObject({
  channel: z.string(),
  ts: z.string(),
  text: points(40_000).optional(),
  blocks: z.unknown().optional(),
  attachments: z.unknown().optional(),
});

const Attachments = z.object({ attachments: z.array(z.object({ color: z.string() })).default([]) });

function seenPost(request: VendorRequest): SeenPost {
  const [attachment] = Attachments.parse(JSON.parse(request.body)).attachments;
  const buttons = seenButtons(slackButtons(request.body));
  return { ...shown(request), colour: attachment?.color.slice(1), ...buttons };
}

/** A workspace with a conversation. @see https://docs.slack.dev/reference/methods/chat.update */
export function slackBoard(): Board {
  const posts = new Posts();
  const refuse = (error: string) => jsonAnswer(200, { ok: false, error });
  const channel = 'C0123456789';

  function update(request: VendorRequest) {
    const change = Update.safeParse(JSON.parse(request.body));
    if (!change.success) return refuse('invalid_arguments');
    const { ts, channel: named, ...content } = change.data;
    if (named !== channel) return refuse('channel_not_found');
    const old = posts.get(ts);
    if (old === undefined) return refuse('message_not_found');
    const before: unknown = JSON.parse(old.body);
    const body = JSON.stringify({ ...Message.parse(before), ...content });
    const fault = faultOf(body);
    if (fault !== undefined) return refuse(fault);
    posts.set(ts, { ...request, body });
    return jsonAnswer(200, { ok: true, channel, ts, text: content.text });
  }

  return {
    answer(request) {
      if (request.headers['authorization'] !== 'Bearer xoxb-1-2-secretsecret') return refuse('invalid_auth');
      if (request.method === 'POST' && request.url.pathname === '/api/chat.update') return update(request);
      const answer = slackApi.answer(request);
      if (!answer.body.includes('"ok":true')) return answer;
      const ts = posts.add(request, (count) => `1503435956.${String(count).padStart(6, '0')}`);
      return jsonAnswer(200, { ok: true, channel, ts, message: {} });
    },
    posts: () => posts.all().map(seenPost),
    clear: () => posts.clear(),
  };
}
