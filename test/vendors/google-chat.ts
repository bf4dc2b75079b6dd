import * as z from 'zod';
import { type FakeVendor, jsonAnswer } from './vendor.ts';

const TextParagraph = z.strictObject({ textParagraph: z.strictObject({ text: z.string().min(1) }) });
const Button = z.strictObject({
  text: z.string(),
  onClick: z.strictObject({ openLink: z.strictObject({ url: z.url() }) }),
});
const ButtonList = z.strictObject({ buttonList: z.strictObject({ buttons: z.array(Button) }) });
const Card = z.strictObject({
  header: z.strictObject({ title: z.string().min(1), subtitle: z.string().optional() }).optional(),
  sections: z.array(z.strictObject({ widgets: z.array(z.union([TextParagraph, ButtonList])).max(100) })).min(1),
});
const Message = z
  .strictObject({
    text: z.string().optional(),
    fallbackText: z.string().optional(),
    cardsV2: z.array(z.strictObject({ cardId: z.string(), card: Card })).optional(),
  })
  .refine(({ text, cardsV2 }) => text !== undefined || cardsV2 !== undefined, 'Message cannot be empty.');

const error = (code: number, status: string, message: string) => jsonAnswer(code, { error: { code, message, status } });

/** A paragraph of a card: a little HTML. @see https://developers.google.com/workspace/chat/format-messages#card-formatting */
function read(html: string): string {
  const text = html.replaceAll('<br>', '\n').replace(/<font color="#[0-9a-f]{6}">|<\/font>/g, '');
  if (/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/.test(text)) throw new Error(`markup in ${JSON.stringify(html)}`);
  const names: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
  return text.replace(/&[^;]+;/g, (entity) => names[entity]!);
}

/** Google Chat's webhooks. @see https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/create */
export const vendor: FakeVendor = {
  kind: 'google-chat',
  config: (baseUrl) => ({
    webhookUrl: `${baseUrl}/v1/spaces/AAAA/messages?key=AIza0123456789&token=secrettoken0123456789`,
  }),
  answer({ method, url, body }) {
    if (method !== 'POST' || !url.pathname.startsWith('/v1/spaces/'))
      return error(404, 'NOT_FOUND', 'Requested entity was not found.');
    if (url.searchParams.get('key') !== 'AIza0123456789') {
      return error(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.');
    }
    if (Buffer.byteLength(body) > 32_000) return error(400, 'INVALID_ARGUMENT', 'Message is too long.');
    const message = Message.safeParse(JSON.parse(body));
    if (!message.success)
      return error(400, 'INVALID_ARGUMENT', `Invalid JSON payload received. ${message.error.message}`);
    return jsonAnswer(200, { name: 'spaces/AAAA/messages/1' });
  },
  shown({ body }) {
    const { text = '', fallbackText = '', cardsV2 } = Message.parse(JSON.parse(body));
    if (/<(?![\u200b\s<…]|$)|\]\(/.test(`${fallbackText}\n${cardsV2 === undefined ? text : ''}`))
      throw new Error(`markup in ${body}`);
    const [{ card } = { card: undefined }] = cardsV2 ?? [];
    if (card === undefined) return { message: text };
    const widgets = card.sections.flatMap((section) => section.widgets);
    const [message = '', facts = ''] = widgets.flatMap((widget) =>
      'textParagraph' in widget ? [widget.textParagraph.text] : [],
    );
    const link = widgets.flatMap((widget) => ('buttonList' in widget ? widget.buttonList.buttons : []))[0]?.onClick
      .openLink.url;
    return { title: card.header?.title, message: read(message), link, rest: read(facts) };
  },
};
