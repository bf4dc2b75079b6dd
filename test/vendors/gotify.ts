import * as z from 'zod';
import { type FakeVendor, jsonAnswer } from './vendor.ts';

const Message = z.strictObject({
  title: z.string().optional(),
  message: z.string().min(1),
  priority: z.int().min(0).max(10).optional(),
  extras: z.object({ 'client::notification': z.strictObject({ click: z.strictObject({ url: z.url() }) }) }).optional(),
});

const error = (errorCode: number, name: string, errorDescription: string) =>
  jsonAnswer(errorCode, { error: name, errorCode, errorDescription });

/** A Gotify server. @see https://gotify.net/api-docs */
export const vendor: FakeVendor = {
  kind: 'gotify',
  config: (baseUrl) => ({ serverUrl: `${baseUrl}/gotify/`, token: 'A1b2C3d4E5f6G7h' }),
  answer({ method, url, headers, body }) {
    if (method !== 'POST' || url.pathname !== '/gotify/message') return error(404, 'Not Found', 'page not found');
    if (headers['x-gotify-key'] !== 'A1b2C3d4E5f6G7h') {
      return error(
        401,
        'Unauthorized',
        'you need to provide a valid access token or user credentials to access this api',
      );
    }
    const message = Message.safeParse(JSON.parse(body));
    if (!message.success) return error(400, 'Bad Request', "Field 'message' is required");
    return jsonAnswer(200, { id: 25, appid: 5, date: '2026-11-20T10:00:00Z', ...message.data });
  },
  shown({ body }) {
    const { title, message, extras } = Message.parse(JSON.parse(body));
    const end = message.lastIndexOf('\n\n');
    const link = extras?.['client::notification'].click.url;
    return { title, message: message.slice(0, end), link, rest: message.slice(end + 2) };
  },
};
