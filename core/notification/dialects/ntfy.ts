import { type JsonObject, ownValue, readableText } from '../../message/json-object.ts';
import { cleanText, MAX_MESSAGE_CHARACTERS } from '../clean-text.ts';
import { objectsAt, textAt } from '../presets/body-value.ts';
import { readTags } from '../tags.ts';
import { basicPassword, credentialsIn, passwordIn } from './credentials.ts';
import type { Dialect, DialectReading, DialectRequest, Operation, DialectRefusal, StoredItem } from './dialect.ts';
import { authorizationIn, EMPTY, fieldsOf, isBinary, parametersOf, textOf } from './ntfy-fields.ts';
import { FILE_NOTES, jsonText, type ReadObject, readObject } from './read-body.ts';

/** As long as we keep a message, in seconds. */
const KEPT_SECONDS = 30 * 86_400;

const JSON_EXAMPLE = { topic: 'ops', title: 'Disk full', message: '95 % of /var', priority: 4, tags: ['warning'] };

const DOCS = 'https://docs.ntfy.sh/publish';

/**
 * Publishing to an ntfy server: by headers, by query, as JSON at the root.
 *
 * @see https://docs.ntfy.sh/publish/
 */
export const ntfy: Dialect = {
  title: 'ntfy',
  operations: [
    ...publish(['POST', 'PUT'], ['']).map((operation) => ({ ...operation, example: JSON_EXAMPLE, read: readRoot })),
    ...publish(['GET'], ['/publish', '/send', '/trigger']),
    ...publish(['GET'], ['/{topic}/publish', '/{topic}/send', '/{topic}/trigger']),
    ...publish(['POST', 'PUT'], ['/{topic}', '/{topic}/{sequence_id}']),
  ],
  answers: [200],
  keysIn({ headers, query }) {
    const inQuery = authorizationIn(query);
    return [basicPassword(headers), passwordIn(inQuery), credentialsIn(inQuery, 'Bearer')];
  },
  accepted: (stored, request) => ({ status: 200, json: messageOf(stored, request) }),
  refused: ({ status, error, code, link }) => ({
    json: {
      http: status,
      ...known[status],
      error,
      ...(code === undefined ? {} : { code }),
      ...(link === undefined ? {} : { link }),
    },
  }),
};

/** ntfy's numbers for errors, and its own words where ours say no more. */
const known: Readonly<Record<DialectRefusal['status'], object>> = {
  400: { code: 40_000 },
  401: { code: 40_101, link: `${DOCS}/#authentication` },
  403: { code: 40_301, link: `${DOCS}/#authentication` },
  404: { code: 40_401 },
  405: { code: 40_501 },
  413: { code: 41_301, link: `${DOCS}/#limitations` },
  429: { code: 42_908, link: `${DOCS}/#limitations` },
  503: { code: 50_301 },
  508: { code: 50_801 },
};

function publish(methods: readonly Operation['method'][], paths: readonly string[]): Operation[] {
  return paths.flatMap((path) =>
    methods.map((method) => ({
      method,
      path,
      summary: 'Publish a message',
      ...(method === 'GET' ? {} : { example: '95 % of /var' }),
      read: readPublish,
    })),
  );
}

/** At the root the topic stands in JSON; anything that is no JSON is a message as everywhere else. */
function readRoot(request: DialectRequest): DialectReading {
  if (isBinary(request) || !jsonText(request).startsWith('{')) return readPublish(request);
  const read = readObject(request);
  return read === undefined
    ? invalid(40_017, 'invalid request: request body must be message JSON', '#publish-as-json')
    : reading(read, { ...parametersOf(request), ...read.payload });
}

function readPublish(request: DialectRequest): DialectReading {
  const payload = fieldsOf(request);
  const notes = isBinary(request) ? FILE_NOTES : [];
  return reading({ payload, payloadText: JSON.stringify(payload) }, payload, notes);
}

/** @param fields of the message; JSON leaves to headers and query what it does not say itself */
function reading(read: ReadObject, fields: JsonObject, notes: readonly string[] = []): DialectReading {
  const priority = priorityIn(textOf(fields, 'priority'));
  if (priority === 'invalid') return invalid(40_007, 'invalid request: priority invalid', '#message-priority');
  const unsupported = unsupportedIn(fields);
  if (unsupported !== undefined) return unsupported;
  const key = textOf(fields, 'sequence_id');
  const item = {
    ...read,
    title: textOf(fields, 'title'),
    message: readableText(ownValue(fields, 'message')) ?? EMPTY,
    priority,
    tags: ownValue(fields, 'tags'),
    link: linkIn(fields),
    notes,
    about: () => ({ key }),
  };
  return { kind: 'notifications', items: [item] };
}

/** What would change when or where a message arrives is refused, as by an ntfy server that is not set up for it. */
function unsupportedIn(fields: JsonObject): DialectReading | undefined {
  const asked = (name: 'delay' | 'email' | 'call' | 'template') => textOf(fields, name) !== undefined;
  if (asked('delay')) {
    return invalid(40_004, 'invalid request: delayed delivery is not supported', '#scheduled-delivery');
  }
  if (asked('email')) return invalid(40_001, 'e-mail notifications are not enabled', '#e-mail-notifications');
  if (asked('call')) return invalid(40_032, 'invalid request: calling is disabled', '#phone-calls');
  const template = textOf(fields, 'template');
  if (template === undefined || ['0', 'no', 'false'].includes(template.toLowerCase())) return undefined;
  return invalid(40_043, 'invalid request: templates are not supported', '#message-templating');
}

function invalid(code: number, error: string, anchor: string): DialectReading {
  return { kind: 'invalid', code, error, link: `${DOCS}/${anchor}` };
}

const words: ReadonlyMap<string, number> = new Map([
  ...['min', 'low', 'default', 'high', 'max'].map((word, index) => [word, index + 1] as const),
  ['urgent', 5],
  ...[1, 2, 3, 4, 5].map((level) => [String(level), level] as const),
]);

/** 0 stands for none in JSON. */
function priorityIn(text: string | undefined): number | 'invalid' | undefined {
  if (text === undefined || text === '0') return undefined;
  return words.get(text.toLowerCase()) ?? 'invalid';
}

/** Where a click leads, else the attachment, else the first button that opens something. */
function linkIn(fields: JsonObject): string | undefined {
  const direct = textOf(fields, 'click') ?? textOf(fields, 'attach');
  if (direct !== undefined) return direct;
  const view = objectsAt(fields, 'actions').find((action) => textAt(action, 'action') === 'view');
  return (
    textAt(view, 'url') ??
    /(?:^|;)\s*view\s*,[^,;]+,\s*(https?:\/\/[^\s,;]+)/.exec(textOf(fields, 'actions') ?? '')?.[1]
  );
}

function messageOf({ messageId, item }: StoredItem, request: DialectRequest): object {
  const time = Math.floor(request.now / 1000);
  const fields = { message: EMPTY, ...parametersOf(request), ...item.payload };
  const { tags } = readTags(item.tags);
  const given = (...names: readonly ('title' | 'message' | 'click' | 'icon' | 'sequence_id')[]) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const text = textOf(fields, name);
        return text === undefined ? [] : [[name, cleanText(text, MAX_MESSAGE_CHARACTERS)]];
      }),
    );
  return {
    id: messageId,
    time,
    expires: time + KEPT_SECONDS,
    event: 'message',
    topic: textAt(fields, 'topic') ?? '',
    ...given('title', 'message'),
    ...(item.priority === undefined ? {} : { priority: item.priority }),
    ...(tags.length === 0 ? {} : { tags }),
    ...given('click', 'icon', 'sequence_id'),
  };
}
