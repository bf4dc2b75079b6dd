import * as z from 'zod';
import { type FakeVendor, jsonAnswer, type Shown } from './vendor.ts';

const Attachment = z.strictObject({
  color: z.string().regex(/^#[0-9a-f]{6}$/),
  title: z.string().optional(),
  title_link: z.url().optional(),
  text: z.string(),
  ts: z.iso.datetime().optional(),
});
const Message = z.strictObject({
  text: z.string().min(1),
  parseUrls: z.boolean().optional(),
  attachments: z.array(Attachment).optional(),
});

const failure = (status: number, error: string) => jsonAnswer(status, { success: false, error });

/** Rocket.Chat's parser has no escape; links under another name and mentions are what must not come through. */
function read(text: string): string {
  if (/\]\(|<(?![\u200b\s<…]|$)|(?<![\p{L}\p{N}])@\w/u.test(text)) throw new Error(`markup in ${JSON.stringify(text)}`);
  return text;
}

/** Rocket.Chat's incoming webhook integrations. */
export const vendor: FakeVendor = {
  kind: 'rocket-chat',
  config: (baseUrl) => ({ webhookUrl: `${baseUrl}/hooks/64b0c0ffee0123456/abcdefghijklmnopqrstuvwxyz0123456789` }),
  answer({ method, url, body }) {
    if (method !== 'POST' || !/^\/hooks\/\w{17}\/\w{36}$/.test(url.pathname)) {
      return failure(404, 'Invalid integration id or token provided.');
    }
    const message = Message.safeParse(JSON.parse(body));
    if (!message.success) return failure(400, 'unknown-error');
    if (message.data.text.length > 5000) return failure(400, 'error-message-size-exceeded');
    return jsonAnswer(200, { success: true });
  },
  shown({ body }, hasTitle): Shown {
    const { text, attachments = [] } = Message.parse(JSON.parse(body));
    const titleEnd = hasTitle ? text.indexOf('\n') : -1;
    return {
      title: hasTitle ? read(text.slice(1, titleEnd - 1)) : undefined,
      message: read(text.slice(titleEnd + 1)),
      link: attachments[0]?.title_link,
      rest: read(attachments[0]?.text ?? ''),
    };
  },
};
