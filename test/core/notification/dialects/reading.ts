import type { Dialect, DialectRequest } from '../../../../core/notification/dialects/dialect.ts';
import { findOperation } from '../../../../core/notification/dialects/find-operation.ts';
import { notificationOf } from '../../../../core/notification/dialects/notification-of.ts';

export const MESSAGE_ID = 'msg_01KAG20RM0ABCDEFGHJKMNPQR0';
export const NOW = Date.parse('2026-11-22T10:00:00Z');

interface Sent {
  readonly method?: string;
  /** Below the address of the dialect, with its query. */
  readonly to?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Anything but text and bytes is sent as JSON. */
  readonly body?: unknown;
}

/** What a client sends, as a dialect gets it. */
export function requestOf(dialect: Dialect, { method = 'POST', to = '', headers = {}, body }: Sent) {
  const [path = '', query = ''] = to.split('?');
  const found = findOperation(dialect, method, path);
  if (found.kind !== 'operation') throw new Error(`${method} ${to}: ${found.kind}`);
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const request: DialectRequest = {
    params: found.params,
    query: new URLSearchParams(query),
    headers: { ...(isRaw || body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    body: isRaw ? body : body === undefined ? '' : JSON.stringify(body),
    now: NOW,
    requestId: 'request_1',
  };
  return { request, operation: found.operation };
}

/** What becomes of a request: its notifications in short and the answer, or why it is invalid. */
export async function reading(dialect: Dialect, sent: Sent) {
  const { request, operation } = requestOf(dialect, sent);
  const read = await operation.read(request);
  if (read.kind !== 'notifications') return read;
  const said = read.items.map((item) => {
    const { content, payload, payloadText, notes } = notificationOf(item, dialect.title);
    return { ...content, payload, payloadText, notes, about: item.about?.(MESSAGE_ID) };
  });
  const [first] = said;
  const answer = dialect.accepted({ messageId: MESSAGE_ID, item: read.items[0] }, request);
  return { kind: read.kind, said, ...first, answer, keys: dialect.keysIn(request) };
}

/** A multipart body of texts and files. */
export async function multipart(parts: Readonly<Record<string, string | File>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) form.append(name, value);
  const response = new Response(form);
  return {
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
    body: new Uint8Array(await response.arrayBuffer()),
  };
}
