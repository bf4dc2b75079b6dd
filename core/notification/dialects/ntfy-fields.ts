import { type JsonObject, ownValue, readableText } from '../../message/json-object.ts';
import { decodeBody } from '../decode-body.ts';
import { headerText } from '../header-text.ts';
import type { DialectRequest } from './dialect.ts';
import { MASK } from './json-values.ts';

/**
 * Every field of a message, by its name in ntfy's JSON, and the names of headers and query parameters that mean it, the
 * first one that says something first.
 *
 * @see https://docs.ntfy.sh/publish/#list-of-all-parameters
 */
const names = {
  message: ['x-message', 'message', 'm'],
  title: ['x-title', 'title', 't'],
  priority: ['x-priority', 'priority', 'prio', 'p'],
  tags: ['x-tags', 'tags', 'tag', 'ta'],
  click: ['x-click', 'click'],
  attach: ['x-attach', 'attach', 'a'],
  icon: ['x-icon', 'icon'],
  filename: ['x-filename', 'filename', 'file', 'f'],
  actions: ['x-actions', 'actions', 'action'],
  markdown: ['x-markdown', 'markdown', 'md'],
  sequence_id: ['x-sequence-id', 'sequence-id', 'sequence_id', 'sid'],
  delay: ['x-delay', 'delay', 'x-at', 'at', 'x-in', 'in'],
  email: ['x-email', 'x-e-mail', 'email', 'e-mail', 'mail', 'e'],
  call: ['x-call', 'call'],
  template: ['x-template', 'template', 'tpl'],
} as const;

type FieldName = keyof typeof names;
const fieldNames = Object.entries(names);
const known = new Set<string>(Object.values(names).flat());

/** Query parameters that hold the header `Authorization`. */
const AUTH = ['auth', 'authorization'] as const;

/** Browsers and proxies say by this header how urgent the request is: `u=1, i`. */
const HTTP_PRIORITY = /^u=\d|^i$/;

/** The header `Authorization` that a query carries, in base64 without padding. */
export function authorizationIn(query: URLSearchParams): string | undefined {
  const encoded = AUTH.map((name) => query.get(name)).find((value) => value !== null);
  return encoded === undefined || encoded === null ? undefined : Buffer.from(encoded, 'base64url').toString('utf8');
}

/** What headers, query and path say of a message, in the shape that ntfy's JSON has. */
export function parametersOf(request: DialectRequest): JsonObject {
  const given = fieldNames.flatMap(([name, aliases]) => {
    const text = readParameter(request, aliases);
    return text === undefined ? [] : [[name, text] as const];
  });
  const others = [...request.query].filter(([name]) => !known.has(name.toLowerCase()));
  return {
    ...Object.fromEntries(others.map(([name, value]) => [name, AUTH.some((auth) => auth === name) ? MASK : value])),
    ...request.params,
    ...Object.fromEntries(given),
  };
}

/** The same with the body: it is the message, or a file where a header or the query has the message. */
export function fieldsOf(request: DialectRequest): JsonObject {
  const parameters = parametersOf(request);
  return { ...parameters, ...bodyFields(request, parameters) };
}

function readParameter({ headers, query }: DialectRequest, aliases: readonly string[]): string | undefined {
  for (const name of aliases) {
    const text = headerText(headers[name] ?? '').trim();
    if (text !== '' && !(name === 'priority' && HTTP_PRIORITY.test(text))) return text;
  }
  for (const name of aliases) {
    const text = query.get(name)?.trim();
    if (text !== undefined && text !== '') return text;
  }
  return undefined;
}

function bodyFields(request: DialectRequest, fields: JsonObject): JsonObject {
  const { body, headers } = request;
  // In headers, `\n` stands for a new line.
  const said = textOf(fields, 'message')?.replaceAll(String.raw`\n`, '\n');
  if (body.length === 0) return { message: said ?? EMPTY };
  if (isBinary(request))
    return { message: said ?? `You received a file: ${textOf(fields, 'filename') ?? 'attachment'}` };
  const text = decodeBody(body, headers['content-type']);
  return said === undefined ? { message: /\S/.test(text) ? text : EMPTY } : { message: said, file: text };
}

/** What ntfy puts where there is no message. */
export const EMPTY = 'triggered';

/** Whether a body is a file that is no text. */
export function isBinary({ body, headers }: DialectRequest): boolean {
  return typeof body !== 'string' && body.includes(0) && headers['content-type']?.includes('charset') !== true;
}

/** The text of a field, whichever way it came. */
export function textOf(fields: JsonObject, name: FieldName): string | undefined {
  const value = ownValue(fields, name);
  return typeof value === 'boolean' ? (value ? 'yes' : undefined) : readableText(value)?.trim();
}
