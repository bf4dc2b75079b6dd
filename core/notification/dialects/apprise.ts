import { ownValue, readableText } from '../../message/json-object.ts';
import { textAt } from '../presets/body-value.ts';
import { basicPassword } from './credentials.ts';
import type { About, Dialect, DialectReading, DialectRequest } from './dialect.ts';
import { FILE_NOTES, readFields } from './read-body.ts';

const notify = {
  method: 'POST',
  summary: 'Notify, as JSON or as a form',
  example: { title: 'Disk full', body: '95 % of /var', type: 'failure', tag: 'ops' },
  read: readNotify,
} as const;

/**
 * The notify calls of an Apprise API server. Where it would send to, `urls` or a stored configuration, is ignored: the
 * webhook's channels say that.
 *
 * @see https://github.com/caronc/apprise-api#api-details
 */
export const apprise: Dialect = {
  title: 'Apprise API',
  operations: [
    { ...notify, path: '' },
    { ...notify, path: '/notify' },
    { ...notify, path: '/notify/{key}' },
  ],
  answers: [200],
  // Newer clients put in a header what older ones put in the path.
  keysIn: ({ params, headers }) => [params['key'], headers['x-apprise-config-id'], basicPassword(headers)],
  accepted: (_, request) => ({
    status: 200,
    ...(wantsJson(request) ? { json: { error: null, details: [] } } : { text: 'Notification(s) sent.' }),
  }),
  refused: ({ error }, request) => (wantsJson(request) ? { json: { error } } : { text: error }),
};

/** As its server decides: by what was sent, or by what is accepted. */
function wantsJson({ headers }: DialectRequest): boolean {
  return ['content-type', 'accept'].some((name) => headers[name]?.toLowerCase().includes('json') === true);
}

const priorities: ReadonlyMap<string, number> = new Map([
  ['failure', 4],
  ['warning', 3],
  ['info', 2],
  ['success', 2],
]);

/** Its own words for a body without a text and for a type that it does not know. */
const LACKING = { kind: 'invalid', error: 'Payload lacks minimum requirements' } as const;

async function readNotify(request: DialectRequest): Promise<DialectReading> {
  // They hold the passwords of other services.
  const fields = await readFields(request, ['urls']);
  if (fields === undefined) return { kind: 'invalid', error: 'Invalid JSON body' };
  const { payload, payloadText, files } = fields;
  const given = (name: string) => textAt(payload, name) ?? request.query.get(name) ?? undefined;
  const type = given('type')?.toLowerCase() ?? 'info';
  const message = readableText(ownValue(payload, 'body'));
  const priority = priorities.get(type);
  if (message === undefined || priority === undefined) return LACKING;
  const item = {
    payload,
    payloadText,
    title: given('title'),
    message,
    priority,
    tags: tagsIn(ownValue(payload, 'tag') ?? ownValue(payload, 'tags')),
    notes: files.length === 0 ? [] : FILE_NOTES,
    about: (): About => (type === 'success' ? { status: 'resolved' } : {}),
  };
  return { kind: 'notifications', items: [item] };
}

/** `ops, night` is one or the other and `ops night` both, lists of lists say the same: here each is a tag. */
function tagsIn(value: unknown): string[] {
  const texts: readonly unknown[] = Array.isArray(value) ? value.flat() : [value];
  return texts.flatMap((text) => (typeof text === 'string' ? text.split(/[\s,]+/) : []));
}
