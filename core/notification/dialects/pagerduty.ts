import type { AlertStatus } from '../../message/alert-mark.ts';
import type { JsonObject } from '../../message/json-object.ts';
import { objectAt, textAt } from '../presets/body-value.ts';
import { around, fieldLines, lines } from '../presets/wording.ts';
import { credentialsIn } from './credentials.ts';
import type { Dialect, DialectItem, DialectReading, DialectRequest } from './dialect.ts';
import { type ReadObject, readObject } from './read-body.ts';

/**
 * Events of PagerDuty, version 2.
 *
 * @see https://developer.pagerduty.com/docs/events-api-v2-overview
 */
export const pagerduty: Dialect = {
  title: 'PagerDuty Events v2',
  operations: [
    {
      method: 'POST',
      path: '/v2/enqueue',
      summary: 'Trigger, acknowledge or resolve',
      example: {
        event_action: 'trigger',
        dedup_key: 'disk/web-1',
        payload: { summary: 'Disk full', source: 'web-1', severity: 'critical' },
      },
      read: readEvent,
    },
  ],
  answers: [202],
  keysIn: (request) => [
    textAt(readObject(request)?.payload, 'routing_key'),
    credentialsIn(request.headers['authorization'], 'Token')?.replace(/^token=/, ''),
  ],
  accepted: ({ messageId, item }) => ({
    status: 202,
    json: { status: 'success', message: 'Event processed', dedup_key: item.about?.(messageId).key },
  }),
  refused: ({ status, error }) => ({
    json:
      status === 400
        ? { status: 'invalid event', message: 'Event object is invalid', errors: [error] }
        : { status: 'error', message: error, errors: [error] },
  }),
};

const statuses: ReadonlyMap<string, AlertStatus> = new Map([
  ['trigger', 'firing'],
  ['acknowledge', 'acknowledged'],
  ['resolve', 'resolved'],
]);

const priorities: ReadonlyMap<string, number> = new Map([
  ['critical', 5],
  ['error', 4],
  ['warning', 3],
  ['info', 2],
]);

function readEvent(request: DialectRequest): DialectReading {
  const read = readObject(request, ['routing_key']);
  if (read === undefined) return { kind: 'invalid', error: 'Invalid JSON body' };
  const action = textAt(read.payload, 'event_action') ?? '';
  const status = statuses.get(action);
  if (status === undefined) {
    return { kind: 'invalid', error: "'event_action' must be trigger, acknowledge or resolve" };
  }
  const key = textAt(read.payload, 'dedup_key');
  if (key === undefined && status !== 'firing') {
    return { kind: 'invalid', error: `'dedup_key' is required to ${action}` };
  }
  return { kind: 'notifications', items: [itemOf(read, { status, key })] };
}

interface Said {
  readonly status: AlertStatus;
  readonly key: string | undefined;
}

function itemOf({ payload, payloadText }: ReadObject, { status, key }: Said): DialectItem {
  const event = objectAt(payload, 'payload');
  const severity = textAt(event, 'severity')?.toLowerCase();
  return {
    payload,
    payloadText,
    ...wording(event, { status, key }),
    priority: priorities.get(severity ?? ''),
    tags: [severity, ...['component', 'group', 'class'].map((field) => textAt(event, field))].filter(
      (tag) => tag !== undefined,
    ),
    link: textAt(payload, 'links.0.href', 'client_url'),
    // Only triggers have a time of their own, and two clocks must not be compared: the time of arrival counts.
    about: (messageId) => ({ key: key ?? messageId, status }),
  };
}

/** An event that ends or acknowledges often says nothing but its key. */
function wording(event: JsonObject, { status, key }: Said): Pick<DialectItem, 'title' | 'message'> {
  const summary = textAt(event, 'summary');
  const details = lines(
    around('Source: ', textAt(event, 'source')),
    fieldLines({ details: objectAt(event, 'custom_details') })?.replaceAll(/^details /gm, ''),
  );
  if (summary === undefined) return { message: `${WORDS[status]}: ${key ?? details ?? 'no summary'}` };
  return details === undefined ? { message: summary } : { title: summary, message: details };
}

const WORDS = { firing: 'Triggered', acknowledged: 'Acknowledged', resolved: 'Resolved' } as const;
