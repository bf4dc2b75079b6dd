import * as z from 'zod';
import { type FakeVendor, jsonAnswer, partsOf } from './vendor.ts';

const Parameter = z.strictObject({
  type: z.literal('text'),
  text: z
    .string()
    .min(1)
    .max(1024)
    .regex(/^(?![\s\S]*(?:[\n\t]| {4}))/),
});
const Content = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('text'),
    text: z.strictObject({ preview_url: z.boolean(), body: z.string().min(1).max(4096) }),
  }),
  z.strictObject({
    type: z.literal('template'),
    template: z.strictObject({
      name: z.string(),
      language: z.strictObject({ code: z.string() }),
      components: z
        .array(z.strictObject({ type: z.literal('body'), parameters: z.array(Parameter).min(1) }))
        .optional(),
    }),
  }),
]);
const Envelope = z.looseObject({
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual'),
  to: z.string().regex(/^\d+$/),
});

const error = (status: number, code: number, message: string) =>
  jsonAnswer(status, { error: { message, type: 'OAuthException', code, fbtrace_id: 'Az8or2yhqkZfEZ' } });

/** WhatsApp's Cloud API. @see https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages */
export const vendor: FakeVendor = {
  kind: 'whatsapp',
  config: (baseUrl) => ({
    accessToken: 'EAAG0123456789abcdef',
    phoneNumberId: '106540352242922',
    to: '+4915112345678',
    apiBaseUrl: baseUrl,
  }),
  answer({ method, url, headers, body }) {
    if (method !== 'POST' || !/^\/v\d+\.0\/106540352242922\/messages$/.test(url.pathname)) {
      return error(400, 100, `Unsupported post request. Object with ID '${url.pathname}' does not exist`);
    }
    if (headers['authorization'] !== 'Bearer EAAG0123456789abcdef')
      return error(401, 190, 'Invalid OAuth access token.');
    const { messaging_product: _, recipient_type: __, to, ...content } = Envelope.parse(JSON.parse(body));
    const parsed = Content.safeParse(content);
    if (!parsed.success) return error(400, 100, `(#100) Invalid parameter ${parsed.error.message}`);
    return jsonAnswer(200, {
      messaging_product: 'whatsapp',
      contacts: [{ input: to, wa_id: to }],
      messages: [{ id: 'wamid.1' }],
    });
  },
  shown({ body }, hasTitle) {
    const { messaging_product: _, recipient_type: __, to: ___, ...content } = Envelope.parse(JSON.parse(body));
    const parsed = Content.parse(content);
    if (parsed.type === 'template') {
      const [title = '', message = ''] = parsed.template.components?.[0]?.parameters.map(({ text }) => text) ?? [];
      return { title, message };
    }
    const { title, message, rest } = partsOf(parsed.text.body, hasTitle, '*');
    const [, facts = rest, link] = /^(.*) · (https:\S+)$/.exec(rest) ?? [];
    return { title, message, link, rest: facts };
  },
};
