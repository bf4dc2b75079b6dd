import { isJsonObject, type JsonObject, ownValue } from '../../message/json-object.ts';
import { objectsAt, textAt } from '../presets/body-value.ts';
import { joined, lines } from '../presets/wording.ts';
import type { Dialect, DialectItem, DialectReading, DialectRequest, StoredItem } from './dialect.ts';
import { messageNumber } from './message-number.ts';
import { FILE_NOTES, objectIn, readFields } from './read-body.ts';

const example = { content: 'Disk full', embeds: [{ title: 'web-1', description: '95 % of /var' }] };

/**
 * The webhooks of Discord. Who asks for the message by `?wait=true` can change it later: its id is the key of an alert.
 *
 * @see https://docs.discord.com/developers/resources/webhook#execute-webhook
 */
export const discord: Dialect = {
  title: 'Discord webhooks',
  operations: [
    {
      method: 'POST',
      path: '',
      summary: 'Post a message',
      example,
      read: async (request) => readPost(request),
    },
    {
      method: 'PATCH',
      path: '/messages/{id}',
      summary: 'Change a message that `?wait=true` was answered with',
      example,
      read: async (request) => readPost(request, request.params['id']),
    },
  ],
  answers: [200, 204],
  keysIn: () => [],
  accepted(stored, { query, params, headers, now }) {
    // Discord answers uploads with the message even unasked, and clients check for it.
    const isUpload = headers['content-type']?.includes('multipart') === true;
    if (params['id'] === undefined && !waits(query) && !isUpload) return { status: 204 };
    return { status: 200, json: messageOf(stored, params['id'], now) };
  },
  refused: ({ status, error, code }) => ({
    json: {
      message: messages[status] ?? error,
      code: code ?? codes[status] ?? 0,
      // Clients sleep for so many seconds. A quota lasts longer.
      ...(status === 429 ? { retry_after: 3600, global: false } : {}),
    },
  }),
};

/** @see https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const codes: Readonly<Record<number, number>> = { 401: 50_027, 404: 10_015, 413: 40_005, 400: 50_109 };
const messages: Readonly<Record<number, string>> = {
  401: 'Invalid Webhook Token',
  404: 'Unknown Webhook',
  405: '405: Method Not Allowed',
  413: 'Request entity too large',
};

function waits(query: URLSearchParams): boolean {
  return ['true', '1'].includes(query.get('wait')?.toLowerCase() ?? '');
}

/** @param id of the message that is changed; absent: a new one */
async function readPost(request: DialectRequest, id?: string): Promise<DialectReading> {
  if (id !== undefined && !/^\d{1,20}$/.test(id)) {
    return { kind: 'invalid', error: 'Invalid Form Body', code: 50_035 };
  }
  const fields = await readFields({ ...request, query: new URLSearchParams() });
  const json = fields === undefined ? undefined : ownValue(fields.payload, 'payload_json');
  const body = typeof json === 'string' ? objectIn(json) : fields;
  if (fields === undefined || body === undefined) {
    return { kind: 'invalid', error: 'The request body contains invalid JSON.' };
  }
  const item = { ...wording(body.payload, fields.files), payload: body.payload, payloadText: body.payloadText };
  if (item.message === '') return { kind: 'invalid', error: 'Cannot send an empty message', code: 50_006 };
  return {
    kind: 'notifications',
    items: [{ ...item, tags: [], notes: fields.files.length === 0 ? [] : FILE_NOTES, ...aboutOf(request.query, id) }],
  };
}

/** Who cannot name a message later has no alert of it. */
function aboutOf(query: URLSearchParams, id: string | undefined): Pick<DialectItem, 'about'> {
  if (id !== undefined) return { about: () => ({ key: id }) };
  return waits(query) ? { about: (messageId) => ({ key: String(messageNumber(messageId)) }) } : {};
}

/** The content, then the embeds; the first title of an embed is the title. */
function wording(body: JsonObject, files: readonly string[]): Pick<DialectItem, 'title' | 'message' | 'link'> {
  const embeds = objectsAt(body, 'embeds');
  const titles = embeds.map((embed) => textAt(embed, 'title'));
  const titled = titles.findIndex((title) => title !== undefined);
  const texts = embeds.map((embed, index) => embedText(embed, index === titled ? undefined : titles[index]));
  const message = joined([textAt(body, 'content'), ...texts], '\n\n');
  const link = textAt(embeds[titled] ?? embeds[0], 'url');
  if (message !== undefined) return { title: titles[titled], message, link };
  return { message: titles[titled] ?? files.join(', '), link };
}

function embedText(embed: JsonObject, title: string | undefined): string | undefined {
  const fields = objectsAt(embed, 'fields').map((field) =>
    joined([textAt(field, 'name'), textAt(field, 'value')], ': '),
  );
  return lines(title, textAt(embed, 'description'), ...fields, textAt(embed, 'footer.text'));
}

/** A message as Discord gives it back, as far as a webhook of ours has one. */
function messageOf({ messageId, item }: StoredItem, id: string | undefined, now: number): object {
  const { payload } = item;
  const number = id ?? String(messageNumber(messageId));
  const time = new Date(now).toISOString();
  const embeds = ownValue(payload, 'embeds');
  return {
    id: number,
    type: 0,
    content: textAt(payload, 'content') ?? '',
    channel_id: '0',
    webhook_id: '0',
    author: {
      id: '0',
      username: textAt(payload, 'username') ?? 'webhook',
      avatar: null,
      discriminator: '0000',
      bot: true,
    },
    attachments: [],
    embeds: Array.isArray(embeds) ? embeds.filter((embed) => isJsonObject(embed)) : [],
    components: [],
    mentions: [],
    mention_roles: [],
    mention_everyone: false,
    pinned: false,
    tts: false,
    flags: 0,
    timestamp: time,
    edited_timestamp: id === undefined ? null : time,
  };
}
