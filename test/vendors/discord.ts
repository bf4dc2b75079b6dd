import * as z from 'zod';
import { readMarkdown } from './markdown.ts';
import { type FakeVendor, jsonAnswer, points, type VendorAnswer } from './vendor.ts';

/** @see https://discord.com/developers/docs/resources/message#embed-object-embed-limits */
const Embed = z.strictObject({
  title: points(256).optional(),
  url: z.url({ protocol: /^https?$/ }).optional(),
  description: points(4096).optional(),
  color: z.int().min(0).max(0xffffff).optional(),
  footer: z.strictObject({ text: points(2048) }).optional(),
  timestamp: z.iso.datetime().optional(),
});
const Message = z
  .strictObject({
    content: points(2000).optional(),
    embeds: z.array(Embed).max(10).optional(),
    allowed_mentions: z.strictObject({ parse: z.array(z.enum(['everyone', 'roles', 'users'])) }),
    flags: z.int().optional(),
  })
  .refine(({ embeds = [] }) => sizeOf(embeds) <= 6000, 'Embed size exceeds maximum size of 6000');

function sizeOf(embeds: readonly z.infer<typeof Embed>[]): number {
  const texts = embeds.flatMap(({ title, description, footer }) => [title, description, footer?.text]);
  return texts.reduce((size, text = '') => size + Array.from(text).length, 0);
}

const unknownWebhook: VendorAnswer = jsonAnswer(404, { message: 'Unknown Webhook', code: 10_015 });

function read(text: string): string {
  return readMarkdown(text, { special: '\\*_~`|<>[]()#@', link: /<(https?:\/\/[^>\s]+)>/ });
}

/** Discord's webhooks. @see https://discord.com/developers/docs/resources/webhook#execute-webhook */
export const vendor: FakeVendor = {
  kind: 'discord',
  config: (baseUrl) => ({ webhookUrl: `${baseUrl}/api/webhooks/123456789012345678/aBcDeFgHiJkLmNoPqRsTuVwXyZ` }),
  answer({ method, url, headers, body }) {
    if (method !== 'POST') return jsonAnswer(405, { message: '405: Method Not Allowed', code: 0 });
    if (!/^\/api\/webhooks\/\d+\/[\w-]+$/.test(url.pathname)) return unknownWebhook;
    if (headers['content-type'] !== 'application/json')
      return jsonAnswer(400, { message: 'Cannot send an empty message', code: 50_006 });
    const message = Message.safeParse(JSON.parse(body));
    if (!message.success) {
      return jsonAnswer(400, { message: 'Invalid Form Body', code: 50_035, errors: z.treeifyError(message.error) });
    }
    if (message.data.content === undefined && message.data.embeds === undefined) {
      return jsonAnswer(400, { message: 'Cannot send an empty message', code: 50_006 });
    }
    return url.searchParams.get('wait') === 'true' ? jsonAnswer(200, { id: '1', type: 0 }) : { status: 204, body: '' };
  },
  shown({ body }) {
    const { content, embeds: [embed] = [] } = Message.parse(JSON.parse(body));
    if (embed === undefined) return { message: read(content ?? '') };
    const { title, description = '', url, footer } = embed;
    return { title: title && read(title), message: read(description), link: url, rest: footer?.text ?? '' };
  },
};
