import { type JsonObject, parseJsonObject } from '../../message/json-object.ts';
import { decodeBody } from '../decode-body.ts';
import type { DialectRequest } from './dialect.ts';
import { entryTexts, MASK, masked } from './json-values.ts';

/** An object that a body holds, and its JSON text. */
export interface ReadObject {
  readonly payload: JsonObject;
  readonly payloadText: string;
}

/** What was sent as an object, and the names of files that came with it, which are not kept. */
export interface ReadFields extends ReadObject {
  readonly files: readonly string[];
}

type Sent = Pick<DialectRequest, 'body' | 'headers' | 'query'>;

/** White space as JSON has it, and byte-order marks. */
const AROUND = /^[\t\n\r \uFEFF]+|[\t\n\r ]+$/g;

/** The text of a body, decoded once, without what may stand around JSON. */
export function jsonText({ body, headers }: Pick<DialectRequest, 'body' | 'headers'>): string {
  return decodeBody(body, headers['content-type']).replace(AROUND, '');
}

/**
 * The JSON object of a body.
 *
 * @param secrets members whose values are masked
 * @returns `undefined` when it is none
 */
export function readObject(
  request: Pick<DialectRequest, 'body' | 'headers'>,
  secrets: readonly string[] = [],
): ReadObject | undefined {
  return objectIn(jsonText(request), secrets);
}

/** The same for a text. */
export function objectIn(json: string, secrets: readonly string[] = []): ReadObject | undefined {
  const payload = parseJsonObject(json);
  if (payload === undefined) return undefined;
  if (!secrets.some((name) => Object.hasOwn(payload, name))) return { payload, payloadText: json };
  const members = Object.entries(payload).map(
    ([name, value]) => [name, secrets.includes(name) ? MASK : value] as const,
  );
  return { payload: Object.fromEntries(members), payloadText: masked(json, secrets) };
}

/**
 * The objects of a body that is a list.
 *
 * @returns `undefined` when it is none, or holds anything else
 */
export function readObjects(request: Pick<DialectRequest, 'body' | 'headers'>): ReadObject[] | undefined {
  const json = jsonText(request);
  if (!isList(json)) return undefined;
  const texts = entryTexts(json);
  const objects = texts.flatMap((text) => objectIn(text) ?? []);
  return objects.length === texts.length ? objects : undefined;
}

function isList(json: string): boolean {
  try {
    return Array.isArray(JSON.parse(json));
  } catch {
    return false;
  }
}

/**
 * The fields of a body that may be JSON or a form, `application/x-www-form-urlencoded` or `multipart/form-data`. A
 * form's fields join those of the query; a name that stands several times gives a list.
 *
 * @returns `undefined` when it is declared as something that it is not
 */
export async function readFields(request: Sent, secrets: readonly string[] = []): Promise<ReadFields | undefined> {
  const type = request.headers['content-type'] ?? '';
  if (/multipart\/form-data/i.test(type)) return fromMultipart({ ...request, type }, secrets);
  const object = readObject(request, secrets);
  if (object !== undefined) return { ...object, files: [] };
  if (/json/i.test(type)) return undefined;
  const form = new URLSearchParams(decodeBody(request.body, request.headers['content-type']));
  return { ...fromEntries([...request.query, ...form], secrets), files: [] };
}

/** Node parses it, as it does for `fetch`. */
async function fromMultipart({ body, type, query }: Sent & { readonly type: string }, secrets: readonly string[]) {
  try {
    const bytes = typeof body === 'string' ? body : Buffer.from(body);
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
    const parts = [...form];
    const texts = parts.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
    const files = parts.flatMap(([, value]) => (typeof value === 'string' ? [] : [value.name]));
    return { ...fromEntries([...query, ...texts], secrets), files };
  } catch {
    return undefined;
  }
}

function fromEntries(entries: readonly (readonly [string, string])[], secrets: readonly string[]): ReadObject {
  const fields = new Map<string, string[]>();
  for (const [name, value] of entries) {
    const values = fields.get(name);
    if (values === undefined) fields.set(name, [value]);
    else values.push(value);
  }
  const payload = Object.fromEntries(
    [...fields].map(([name, [first, ...others]]) => [
      name,
      secrets.includes(name) ? MASK : others.length === 0 ? first : [first, ...others],
    ]),
  );
  return { payload, payloadText: JSON.stringify(payload) };
}

/** What is said of files, which have no place in a notification. */
export const FILE_NOTES = ['files are not kept'] as const;
