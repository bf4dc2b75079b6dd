import * as z from 'zod';
import { type Board, Posts, seenButtons } from './board.ts';
import { type FakeVendor, jsonAnswer, points } from './vendor.ts';

const Message = z.strictObject({
  topic: z.string().regex(/^[-_A-Za-z0-9]{1,64}$/),
  title: points(250).optional(),
  message: z.string(),
  priority: z.int().min(1).max(5).optional(),
  tags: z.array(z.string().regex(/^[^,]+$/)).optional(),
  click: z.url().optional(),
  actions: z
    .array(
      z.discriminatedUnion('action', [
        z.strictObject({ action: z.literal('view'), label: z.string(), url: z.url() }),
        z.strictObject({
          action: z.literal('http'),
          label: z.string(),
          url: z.url(),
          method: z.string(),
          headers: z.record(z.string(), z.string()),
          body: z.string(),
          clear: z.boolean(),
        }),
      ]),
    )
    .max(3)
    .optional(),
  sequence_id: z
    .string()
    .regex(/^[-_A-Za-z0-9]{1,64}$/)
    .optional(),
});

const error = (code: number, http: number, error: string) =>
  jsonAnswer(http, { code, http, error, link: 'https://ntfy.sh/docs/publish/' });

/** What the buttons of a message send, by their words. */
export function ntfyButtons(body: string): ReadonlyMap<string, string> {
  const { actions = [] } = Message.parse(JSON.parse(body));
  return new Map(actions.map((action) => [action.label, action.action === 'http' ? action.body : action.url]));
}

/** An ntfy server. @see https://docs.ntfy.sh/publish/#publish-as-json */
export const vendor: FakeVendor = {
  kind: 'ntfy',
  config: (baseUrl) => ({ serverUrl: baseUrl, topic: 'alerts', token: 'tk_0123456789abcdef' }),
  answer({ method, url, headers, body }) {
    if (method !== 'POST' || url.pathname !== '/') return error(40_401, 404, 'page not found');
    if (headers['authorization'] !== 'Bearer tk_0123456789abcdef') return error(40_101, 401, 'unauthorized');
    if (Buffer.byteLength(body) > 2 * 4096 + 1024) return error(41_303, 413, 'JSON body too large');
    const message = Message.safeParse(JSON.parse(body));
    if (!message.success) return error(40_024, 400, 'invalid request: request body must be valid JSON');
    const tooLong = Buffer.byteLength(message.data.message) > 4096;
    if (tooLong) return error(40_014, 400, 'invalid request: attachments not allowed');
    return jsonAnswer(200, { id: 'hwQ2YpKdmg', time: 1_763_632_800, event: 'message', ...message.data });
  },
  shown({ body }) {
    const { title, message, click, tags = [] } = Message.parse(JSON.parse(body));
    return { title, message, link: click, rest: tags.join(' ') };
  },
};

/** A phone that subscribes to the topic: a message takes the place of the one with its sequence ID. */
export function ntfyBoard(): Board {
  const posts = new Posts();
  return {
    answer(request) {
      const answer = vendor.answer(request);
      if (answer.status !== 200) return answer;
      const { sequence_id } = Message.parse(JSON.parse(request.body));
      if (sequence_id === undefined) posts.add(request, String);
      else posts.set(sequence_id, request);
      return answer;
    },
    posts: () =>
      posts.all().map((request) => {
        const { priority } = Message.parse(JSON.parse(request.body));
        return { ...vendor.shown(request, true), priority, ...seenButtons(ntfyButtons(request.body)) };
      }),
    clear: () => posts.clear(),
  };
}
