import * as z from 'zod';
import { readMarkdown, withoutIndents } from './markdown.ts';
import { type FakeVendor, jsonAnswer, points, textAnswer } from './vendor.ts';

const Message = z.strictObject({
  text: points(16_383),
  attachments: z.array(z.strictObject({ color: z.string().regex(/^#[0-9a-f]{6}$/), text: points(16_383) })).optional(),
});

const error = (status_code: number, id: string, message: string) =>
  jsonAnswer(status_code, { id, message, detailed_error: '', request_id: 'kq5ofn', status_code });

function read(text: string): string {
  if (/^[ \t]/m.test(text)) throw new Error(`an indented line in ${JSON.stringify(text)}`);
  if (/&#?\w+;|(?<![\p{L}\p{N}])@\w/u.test(text)) throw new Error(`an entity or a mention in ${JSON.stringify(text)}`);
  return readMarkdown(text, { special: '\\*_~`|[]()#!', link: /\[((?:\\.|[^\\\]])*)\]\(https?:\/\/[^()\s]+\)/ });
}

/** Mattermost's incoming webhooks. @see https://developers.mattermost.com/integrate/webhooks/incoming/ */
export const vendor: FakeVendor = {
  kind: 'mattermost',
  reads: withoutIndents,
  config: (baseUrl) => ({ webhookUrl: `${baseUrl}/hooks/abcdefghijklmnopqrstuvwxyz` }),
  answer({ method, url, headers, body }) {
    if (method !== 'POST' || !/^\/hooks\/[a-z0-9]{26}$/.test(url.pathname)) {
      return error(400, 'web.incoming_webhook.invalid.app_error', 'Invalid webhook.');
    }
    if (headers['content-type'] !== 'application/json')
      return error(400, 'web.incoming_webhook.parse.app_error', 'Unable to parse incoming data.');
    const message = Message.safeParse(JSON.parse(body));
    if (!message.success) return error(400, 'web.incoming_webhook.text.app_error', 'No text specified.');
    return textAnswer(200, 'ok');
  },
  shown({ body }, hasTitle) {
    const { text, attachments = [] } = Message.parse(JSON.parse(body));
    const titleEnd = hasTitle ? text.indexOf('\n') : -1;
    const [facts = '', link] = (attachments[0]?.text ?? '').split(' · [Open message]');
    return {
      title: hasTitle ? read(text.slice('#### '.length, titleEnd)) : undefined,
      message: read(text.slice(titleEnd + 1)),
      link: link?.slice(1, -1),
      rest: read(facts),
    };
  },
};
