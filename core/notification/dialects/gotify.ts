import { ownValue, readableText } from '../../message/json-object.ts';
import { numberAt, textAt } from '../presets/body-value.ts';
import type { Dialect, DialectReading, DialectRequest } from './dialect.ts';
import { messageNumber } from './message-number.ts';
import { FILE_NOTES, readFields } from './read-body.ts';

/**
 * The message call of a Gotify server.
 *
 * @see https://gotify.net/api-docs#/message/createMessage
 */
export const gotify: Dialect = {
  title: 'Gotify',
  operations: [
    {
      method: 'POST',
      path: '/message',
      summary: 'Create a message, as JSON or as a form',
      example: { title: 'Disk full', message: '95 % of /var', priority: 8 },
      read: readMessage,
    },
  ],
  answers: [200],
  keysIn: ({ query, headers }) => [query.get('token') ?? undefined, headers['x-gotify-key']],
  accepted({ messageId, item }, { now }) {
    const extras = ownValue(item.payload, 'extras');
    return {
      status: 200,
      json: {
        id: messageNumber(messageId),
        appid: 1,
        message: item.message,
        title: item.title ?? '',
        priority: numberAt(item.payload, 'priority') ?? 0,
        ...(extras === undefined ? {} : { extras }),
        date: new Date(now).toISOString(),
      },
    };
  },
  refused: ({ status, error }) => ({
    json: { error: names[status], errorCode: status, errorDescription: status === 401 ? WRONG_TOKEN : error },
  }),
};

const WRONG_TOKEN = 'you need to provide a valid access token or user credentials to access this api';

const names = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Request Entity Too Large',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
  508: 'Loop Detected',
} as const;

async function readMessage(request: DialectRequest): Promise<DialectReading> {
  const fields = await readFields(request, ['token']);
  if (fields === undefined) return { kind: 'invalid', error: 'Invalid JSON body' };
  const { payload, payloadText, files } = fields;
  const message = readableText(ownValue(payload, 'message'));
  if (message === undefined) return { kind: 'invalid', error: "Field 'message' is required" };
  const priority = numberAt(payload, 'priority');
  const item = {
    payload,
    payloadText,
    title: textAt(payload, 'title'),
    message,
    priority: priority === undefined ? undefined : fromTen(priority),
    link: clickUrl(ownValue(payload, 'extras')),
    notes: files.length === 0 ? [] : FILE_NOTES,
  };
  return { kind: 'notifications', items: [item] };
}

/** 0 and 1 are 1, 2 and 3 are 2, 4 and 5 are 3, 6 and 7 are 4, 8 to 10 are 5. */
function fromTen(priority: number): number {
  return Math.min(5, Math.max(1, Math.floor(priority / 2) + 1));
}

/** Keys of extras hold colons, and no dots. @see https://gotify.net/docs/msgextras#clientnotification */
function clickUrl(extras: unknown): string | undefined {
  return textAt(extras, 'client::notification.click.url', 'android::action.onReceive.intentUrl');
}
