import * as z from 'zod';
import { readMarkdown } from './markdown.ts';
import { type Board, Posts } from './board.ts';
import { type FakeVendor, jsonAnswer, points, type VendorAnswer, type VendorRequest } from './vendor.ts';

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

/** What may change: no flag, and `null` empties the text above the embeds. */
const Edit = z.strictObject({
  content: z.string().nullable().optional(),
  embeds: z.array(Embed).max(10).optional(),
  allowed_mentions: z.strictObject({ parse: z.array(z.enum(['everyone', 'roles', 'users'])) }),
});

/** A channel, with a thread where the webhook's requests name one. @see https://discord.com/developers/docs/resources/webhook#edit-webhook-message */
export function discordBoard(): Board {
  const posts = new Posts();
  const threads = new Map<string, string | null>();
  const unknown = jsonAnswer(404, { message: 'Unknown Message', code: 10_008 });
  const invalid = (errors: unknown) => jsonAnswer(400, { message: 'Invalid Form Body', code: 50_035, errors });

  function edit(request: VendorRequest, id: string) {
    if (request.url.searchParams.has('wait')) return invalid('wait');
    const old = posts.get(id);
    if (old === undefined || threads.get(id) !== request.url.searchParams.get('thread_id')) return unknown;
    const change = Edit.safeParse(JSON.parse(request.body));
    if (!change.success) return invalid(z.treeifyError(change.error));
    const { content, ...rest } = change.data;
    const { content: before, ...kept } = Message.parse(JSON.parse(old.body));
    const now = content === undefined ? before : (content ?? undefined);
    const merged = { ...kept, ...rest, ...(now === undefined ? {} : { content: now }) };
    if (now === undefined && (merged.embeds ?? []).length === 0)
      return jsonAnswer(400, { message: 'Cannot send an empty message', code: 50_006 });
    const message = Message.safeParse(merged);
    if (!message.success) return invalid(z.treeifyError(message.error));
    posts.set(id, { ...request, body: JSON.stringify(merged) });
    return jsonAnswer(200, { id, type: 0 });
  }

  return {
    answer(request) {
      const id = /^\/api\/webhooks\/\d+\/[\w-]+\/messages\/(\d+)$/.exec(request.url.pathname)?.[1];
      if (request.method === 'PATCH' && id !== undefined) return edit(request, id);
      const answer = vendor.answer(request);
      if (answer.status !== 200) return answer;
      const posted = posts.add(request, (count) => String(1_400_000_000_000_000_000n + BigInt(count)));
      threads.set(posted, request.url.searchParams.get('thread_id'));
      return jsonAnswer(200, { id: posted, type: 0, channel_id: '1', webhook_id: '123456789012345678' });
    },
    posts: () =>
      posts.all().map((request) => {
        const color = Message.parse(JSON.parse(request.body)).embeds?.[0]?.color;
        return { ...vendor.shown(request, true), colour: color?.toString(16).padStart(6, '0') };
      }),
    clear: () => posts.clear(),
  };
}
