import { ownValue, readableText } from '../../message/json-object.ts';
import { objectsAt, textAt } from '../presets/body-value.ts';
import { around, headed } from '../presets/wording.ts';
import { credentialsIn } from './credentials.ts';
import type { About, Dialect, DialectItem, DialectReading, DialectRequest, Operation } from './dialect.ts';
import { type ReadObject, readObject } from './read-body.ts';

/**
 * The alert calls of Opsgenie. An alert is known by its alias, else by the `requestId` that its creation was answered
 * with, whatever the `identifierType` of a later call.
 *
 * @see https://docs.opsgenie.com/docs/alert-api
 */
export const opsgenie: Dialect = {
  title: 'Opsgenie',
  operations: [
    {
      method: 'POST',
      path: '/v2/alerts',
      summary: 'Create an alert',
      example: { message: 'Disk full', alias: 'disk', description: '95 % of /var', priority: 'P1', tags: ['prod'] },
      read: readCreate,
    },
    later('POST', 'close', 'Close an alert', (call) => told(call, 'Closed', 'resolved')),
    later('POST', 'acknowledge', 'Acknowledge an alert', (call) => told(call, 'Acknowledged', 'acknowledged')),
    // A note changes nothing about its alert, and must not open one that is closed.
    later('POST', 'notes', 'Add a note', (call) => ({ ...told(call, 'Note'), about: () => ({}) })),
    later('PUT', 'message', 'Change the message', (call) => changed(call, 'message')),
    later('PUT', 'description', 'Change the description', (call) => changed(call, 'description')),
  ],
  answers: [202],
  keysIn: (request) => [
    credentialsIn(request.headers['authorization'], 'GenieKey'),
    request.query.get('apiKey') ?? undefined,
    textAt(readObject(request)?.payload, 'apiKey'),
  ],
  accepted: ({ messageId }) => ({
    status: 202,
    json: { result: 'Request will be processed', took: 0, requestId: messageId },
  }),
  refused: ({ status, error }, { requestId }) => ({
    json: {
      ...(status === 400 && error !== NOT_JSON
        ? { message: 'Request body is not processable. Please check the errors.', errors: { message: error } }
        : { message: status === 401 ? 'Could not authenticate' : error }),
      took: 0,
      requestId,
    },
  }),
};

const NOT_JSON = 'Invalid JSON body';

/** A call about an alert that there is already. */
interface LaterCall extends ReadObject {
  readonly id: string | undefined;
}

function later(
  method: Operation['method'],
  action: string,
  summary: string,
  itemOf: (call: LaterCall) => DialectItem | undefined,
): Operation {
  return {
    method,
    path: `/v2/alerts/{id+}/${action}`,
    summary,
    example:
      action === 'message' || action === 'description'
        ? { [action]: 'Disk full' }
        : { note: 'freed 3 GB', user: 'ann' },
    read(request) {
      // Clients close and acknowledge with an empty body too.
      const read = request.body.length === 0 ? { payload: {}, payloadText: '{}' } : readSecretly(request);
      if (read === undefined) return { kind: 'invalid', error: NOT_JSON };
      const item = itemOf({ ...read, id: request.params['id'] });
      return item === undefined
        ? { kind: 'invalid', error: `${action} can not be empty.` }
        : { kind: 'notifications', items: [item] };
    },
  };
}

/** Older clients put their key in the body. */
function readSecretly(request: DialectRequest): ReadObject | undefined {
  return readObject(request, ['apiKey']);
}

function readCreate(request: DialectRequest): DialectReading {
  const read = readSecretly(request);
  if (read === undefined) return { kind: 'invalid', error: NOT_JSON };
  const { payload } = read;
  const title = textAt(payload, 'message');
  if (title === undefined) return { kind: 'invalid', error: 'Message can not be empty.' };
  const alias = textAt(payload, 'alias');
  const level = /^P([1-5])$/i.exec(textAt(payload, 'priority') ?? '')?.[1];
  const item = {
    ...read,
    title,
    message: readableText(ownValue(payload, 'description')) ?? '',
    priority: level === undefined ? undefined : 6 - Number(level),
    tags: [...tagsOf(payload), ...respondersOf(payload)],
    about: (messageId: string): About => ({ key: alias ?? messageId, status: 'firing' }),
  };
  return { kind: 'notifications', items: [item] };
}

function tagsOf(payload: ReadObject['payload']): readonly unknown[] {
  const tags = ownValue(payload, 'tags');
  return Array.isArray(tags) ? tags : [];
}

function respondersOf(payload: ReadObject['payload']): string[] {
  return [...objectsAt(payload, 'responders'), ...objectsAt(payload, 'teams')].flatMap(
    (responder) => textAt(responder, 'name', 'username', 'id') ?? [],
  );
}

/** What a person or a sender does to an alert, with a note if they left one. */
function told({ id, ...read }: LaterCall, deed: string, status?: About['status']): DialectItem {
  const { payload } = read;
  const who = around(' by ', textAt(payload, 'user', 'source')) ?? '';
  return {
    ...read,
    title: headed(deed, id),
    message: headed(`${deed}${who}`, textAt(payload, 'note')),
    tags: [],
    about: () => ({ key: id, status }),
  };
}

function changed({ id, ...read }: LaterCall, field: 'message' | 'description'): DialectItem | undefined {
  const text = textAt(read.payload, field);
  if (text === undefined) return undefined;
  const words = field === 'message' ? { title: text, message: '' } : { title: id, message: text };
  return { ...read, ...words, tags: [], about: () => ({ key: id, status: 'firing' }) };
}
