import * as z from 'zod';
import { type FakeVendor, jsonAnswer, points, type Shown, textAnswer, type VendorRequest } from './vendor.ts';

/**
 * Slack's rules for what this router may send. Slack publishes no JSON schema of Block Kit; these are the limits of its
 * reference, strict about unknown fields.
 *
 * @see https://docs.slack.dev/reference/block-kit/blocks
 */
const Mrkdwn = z.strictObject({ type: z.literal('mrkdwn'), text: points(3000), verbatim: z.boolean().optional() });
const PlainText = z.strictObject({ type: z.literal('plain_text'), text: points(150), emoji: z.boolean().optional() });
const Block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('header'), text: PlainText }),
  z.strictObject({ type: z.literal('section'), text: Mrkdwn }),
  z.strictObject({ type: z.literal('context'), elements: z.array(Mrkdwn).min(1).max(10) }),
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
