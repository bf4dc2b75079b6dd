import * as z from 'zod';
import { type FakeVendor, jsonAnswer } from './vendor.ts';

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
