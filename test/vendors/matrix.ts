import * as z from 'zod';
import { type Board, Posts, type SeenPost } from './board.ts';
import { type FakeVendor, jsonAnswer, type VendorRequest } from './vendor.ts';

const Content = z.strictObject({
  msgtype: z.literal('m.text'),
  body: z.string().min(1),
  format: z.literal('org.matrix.custom.html').optional(),
  formatted_body: z.string().optional(),
  'm.mentions': z.strictObject({ room: z.literal(true).optional(), user_ids: z.array(z.string()).optional() }),
});

const error = (status: number, errcode: string, error: string) => jsonAnswer(status, { errcode, error });

const FORM =
  /^(?:<strong>(?<title>[^<]*)<\/strong><br>)?(?<message>.*)<br><br><font data-mx-color="#[0-9a-f]{6}">■<\/font> (?<facts>[^<]*)(?: · <a href="(?<link>[^"<]*)">Open message<\/a>)?$/s;

function read(html: string): string {
  const text = html.replaceAll('<br>', '\n');
  if (/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/.test(text)) throw new Error(`markup in ${JSON.stringify(html)}`);
  const names: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
  return text.replace(/&[^;]+;/g, (entity) => names[entity]!);
}

/** What servers add to an event: ids, hashes, signatures. */
const OVERHEAD_BYTES = 3000;

/** A homeserver. @see https://spec.matrix.org/latest/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid */
export const vendor: FakeVendor = {
  kind: 'matrix',
  config: (baseUrl) => ({ serverUrl: baseUrl, accessToken: 'syt_Ym90_0123456789abcdef', roomId: '!room:example.com' }),
  answer({ method, url, headers, body }) {
    const [, room, transaction] =
      /^\/_matrix\/client\/v3\/rooms\/([^/]+)\/send\/m\.room\.message\/([^/]+)$/.exec(url.pathname) ?? [];
    if (method !== 'PUT' || transaction === undefined) return error(404, 'M_UNRECOGNIZED', 'Unrecognized request');
    if (headers['authorization'] !== 'Bearer syt_Ym90_0123456789abcdef') {
      return jsonAnswer(401, { errcode: 'M_UNKNOWN_TOKEN', error: 'Invalid access token passed.', soft_logout: false });
    }
    if (decodeURIComponent(room ?? '') !== '!room:example.com')
      return error(403, 'M_FORBIDDEN', 'User @bot:example.com not in room');
    if (Buffer.byteLength(body) + OVERHEAD_BYTES > 65_536) return error(413, 'M_TOO_LARGE', 'event too large');
    if (!Content.safeParse(JSON.parse(body)).success) return error(400, 'M_BAD_JSON', 'Content not JSON.');
    return jsonAnswer(200, { event_id: `$${transaction}` });
  },
  shown({ body }) {
    const { body: plain, formatted_body } = Content.parse(JSON.parse(body));
    if (/(?<![\p{L}\p{N}])@\w/u.test(plain)) throw new Error(`a mention in ${plain}`);
    if (formatted_body === undefined) return { message: plain };
    const { title, message = '', facts = '', link } = FORM.exec(formatted_body)?.groups ?? {};
    return { title: title && read(title), message: read(message), link: link && read(link), rest: read(facts) };
  },
};

const Edit = Content.omit({ format: true, formatted_body: true }).extend({
  'm.new_content': Content,
  'm.relates_to': z.strictObject({ rel_type: z.literal('m.replace'), event_id: z.string() }),
});

const Formatted = z.object({ formatted_body: z.string().default('') });

function seenPost(request: VendorRequest): SeenPost {
  const { formatted_body } = Formatted.parse(JSON.parse(request.body));
  return { ...vendor.shown(request, true), colour: /data-mx-color="#([0-9a-f]{6})"/.exec(formatted_body)?.[1] };
}

/**
 * A room, which takes each transaction once. What is redacted stays as an empty frame, and edits of it are taken and
 * seen by nobody, as homeservers do.
 */
export function matrixBoard(): Board {
  const posts = new Posts();
  const redacted = new Set<string>();
  const transactions = new Map<string, string>();

  function read(id: string) {
    const frame = { event_id: id, type: 'm.room.message', room_id: '!room:example.com', sender: '@bot:example.com' };
    if (redacted.has(id)) {
      return jsonAnswer(200, { ...frame, content: {}, unsigned: { redacted_because: { type: 'm.room.redaction' } } });
    }
    const known = posts.get(id);
    if (known === undefined) return error(404, 'M_NOT_FOUND', 'Event not found.');
    return jsonAnswer(200, { ...frame, content: JSON.parse(known.body), unsigned: { age: 1 } });
  }

  function post(request: VendorRequest) {
    const edit = Edit.safeParse(JSON.parse(request.body));
    if (!edit.success) {
      const answer = vendor.answer(request);
      return answer.status === 200
        ? posts.add(request, (count) => `$event_${count}-abcdefghijklmnopqrstuvwxyz`)
        : answer;
    }
    const { 'm.new_content': content, 'm.relates_to': relation } = edit.data;
    const answer = vendor.answer({ ...request, body: JSON.stringify(content) });
    if (answer.status !== 200) return answer;
    if (Buffer.byteLength(request.body) + OVERHEAD_BYTES > 65_536) return error(413, 'M_TOO_LARGE', 'event too large');
    if (posts.has(relation.event_id)) posts.set(relation.event_id, { ...request, body: JSON.stringify(content) });
    return `$edit_${transactions.size}`;
  }

  return {
    answer(request) {
      const event = /^\/_matrix\/client\/v3\/rooms\/!room%3Aexample\.com\/event\/([^/]+)$/.exec(
        request.url.pathname,
      )?.[1];
      if (request.method === 'GET' && event !== undefined) {
        return request.headers['authorization'] === 'Bearer syt_Ym90_0123456789abcdef'
          ? read(decodeURIComponent(event))
          : error(401, 'M_UNKNOWN_TOKEN', 'Invalid access token passed.');
      }
      const known = transactions.get(request.url.pathname);
      if (known !== undefined) return jsonAnswer(200, { event_id: known });
      const posted = post(request);
      if (typeof posted !== 'string') return posted;
      transactions.set(request.url.pathname, posted);
      return jsonAnswer(200, { event_id: posted });
    },
    posts: () => posts.all().map(seenPost),
    clear() {
      for (const id of transactions.values()) redacted.add(id);
      posts.clear();
    },
  };
}
