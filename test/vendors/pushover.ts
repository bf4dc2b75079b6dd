import * as z from 'zod';
import { type FakeVendor, jsonAnswer, points } from './vendor.ts';

const Message = z
  .strictObject({
    token: z.string(),
    user: z.string(),
    device: z.string().optional(),
    sound: z.string().optional(),
    title: points(250).optional(),
    message: points(1024),
    timestamp: z.int().optional(),
    url: points(512).optional(),
    url_title: points(100).optional(),
    priority: z.int().min(-2).max(2).optional(),
    retry: z.int().min(30).optional(),
    expire: z.int().max(10_800).optional(),
  })
  .refine(({ priority, retry, expire }) => priority !== 2 || (retry ?? expire) !== undefined);

const error = (fields: object, ...errors: string[]) =>
  jsonAnswer(400, { ...fields, errors, status: 0, request: '5042853c-402d-4a18-abcb-168734a801de' });

/** Pushover's API. @see https://pushover.net/api */
export const vendor: FakeVendor = {
  kind: 'pushover',
  config: (baseUrl) => ({
    token: 'azGDORePK8gMaC0QOYAMyEEuzJnyUi',
    userKey: 'uQiRzpo4DXghDmr9QzzfQu27cmVRsG',
    apiBaseUrl: baseUrl,
  }),
  answer({ method, url, body }) {
    if (method !== 'POST' || url.pathname !== '/1/messages.json') return { status: 404, body: '' };
    const message = Message.safeParse(JSON.parse(body));
    if (!message.success) return error({ message: 'cannot be blank' }, 'message cannot be blank');
    const { token, user } = message.data;
    if (token !== 'azGDORePK8gMaC0QOYAMyEEuzJnyUi') return error({ token: 'invalid' }, 'application token is invalid');
    if (user !== 'uQiRzpo4DXghDmr9QzzfQu27cmVRsG') return error({ user: 'invalid' }, 'user identifier is not valid');
    return jsonAnswer(200, { status: 1, request: '647d2300-702c-4b38-8b2f-d56326ae460b' });
  },
  shown({ body }) {
    const { title, message, url } = Message.parse(JSON.parse(body));
    const end = message.lastIndexOf('\n\n');
    return { title, message: message.slice(0, end), link: url, rest: message.slice(end + 2) };
  },
};
