import * as z from 'zod';
import { type Board, Posts } from './board.ts';
import { type FakeVendor, jsonAnswer, partsOf, points, type VendorRequest } from './vendor.ts';

const Message = z.strictObject({
  type: z.enum(['stream', 'channel', 'direct']),
  to: z.string().min(1),
  topic: points(60),
  content: points(10_000),
});

const error = (status: number, code: string, msg: string) => jsonAnswer(status, { result: 'error', msg, code });

const AUTHORIZATION = `Basic ${Buffer.from('alerts-bot@example.com:0123456789abcdefghijklmnopqrstuv').toString('base64')}`;

/** Zulip's Markdown has no escape; what does something is what must not come through. */
function read(text: string): string {
  if (
    /\]\(|<(?![\u200b\s<…]|$)|\$\$|#\*\*|!(?:gr)?avatar\(|^[ \t]*(?:```|~~~|\/\w)|(?<![\p{L}\p{N}])@[\w*]/mu.test(text)
  )
    throw new Error(`markup in ${JSON.stringify(text)}`);
  return text;
}

function messageOf({ body }: VendorRequest) {
  return Message.safeParse(Object.fromEntries(new URLSearchParams(body)));
}

/** Zulip's API. @see https://zulip.com/api/send-message */
export const vendor: FakeVendor = {
  kind: 'zulip',
  config: (baseUrl) => ({
    serverUrl: baseUrl,
    botEmail: 'alerts-bot@example.com',
    apiKey: '0123456789abcdefghijklmnopqrstuv',
    stream: 'ops',
    topic: 'alerts',
  }),
  answer(request) {
    const { method, url, headers } = request;
    if (method !== 'POST' || url.pathname !== '/api/v1/messages') return { status: 404, body: '' };
    if (headers['authorization'] !== AUTHORIZATION) return error(401, 'INVALID_API_KEY', 'Invalid API key');
    if (headers['content-type'] !== 'application/x-www-form-urlencoded')
      return error(400, 'REQUEST_VARIABLE_MISSING', "Missing 'content' argument");
    const message = messageOf(request);
    if (!message.success) return error(400, 'BAD_REQUEST', message.error.message);
    if (message.data.to !== 'ops')
      return error(400, 'STREAM_DOES_NOT_EXIST', `Channel '${message.data.to}' does not exist`);
    return jsonAnswer(200, { id: 42, msg: '', result: 'success' });
  },
  shown(request, hasTitle) {
    const { title, message, rest } = partsOf(messageOf(request).data!.content, hasTitle, '**');
    const [facts = '', link] = rest.split(' · [Open message]');
    return { title: title && read(title), message: read(message), link: link?.slice(1, -1), rest: read(facts) };
  },
};

const Edit = z.strictObject({ content: points(10_000) });

/** A topic. @see https://zulip.com/api/update-message */
export function zulipBoard(): Board {
  const posts = new Posts();

  function edit(request: VendorRequest, id: string) {
    const change = Edit.safeParse(Object.fromEntries(new URLSearchParams(request.body)));
    if (!change.success) return error(400, 'BAD_REQUEST', change.error.message);
    const old = posts.get(id);
    if (old === undefined) return error(400, 'BAD_REQUEST', 'Invalid message(s)');
    const fields = new URLSearchParams({ ...messageOf(old).data!, ...change.data });
    posts.set(id, { ...request, body: fields.toString() });
    return jsonAnswer(200, { msg: '', result: 'success', detached_uploads: [] });
  }

  return {
    answer(request) {
      const { method, url, headers } = request;
      const id = /^\/api\/v1\/messages\/(\d+)$/.exec(url.pathname)?.[1];
      if (method === 'PATCH' && id !== undefined) {
        return headers['authorization'] === AUTHORIZATION
          ? edit(request, id)
          : error(401, 'INVALID_API_KEY', 'Invalid API key');
      }
      const answer = vendor.answer(request);
      if (answer.status !== 200) return answer;
      return jsonAnswer(200, {
        id: Number(posts.add(request, (count) => String(41 + count))),
        msg: '',
        result: 'success',
      });
    },
    posts: () => posts.all().map((request) => vendor.shown(request, true)),
    clear: () => posts.clear(),
  };
}
