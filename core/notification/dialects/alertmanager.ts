import { isJsonObject, type JsonObject, ownValue } from '../../message/json-object.ts';
import { groupMessage, groupPriority, groupTitle, severityOf } from '../presets/alert-group.ts';
import { utcAt } from '../presets/body-value.ts';
import { basicPassword } from './credentials.ts';
import type { Dialect, DialectItem, DialectReading, DialectRequest } from './dialect.ts';
import { type ReadObject, readObjects } from './read-body.ts';

/** Most alerts of one request. Prometheus sends 256 at a time. */
const MAX_ALERTS = 1000;

/**
 * What Prometheus, vmalert and Loki post to an Alertmanager: every alert again and again while it fires, and for a
 * while after.
 *
 * @see https://prometheus.io/docs/alerting/latest/alerts_api/
 */
export const alertmanager: Dialect = {
  title: 'Alertmanager',
  operations: [
    {
      method: 'POST',
      path: '/api/v2/alerts',
      summary: 'Fire and resolve up to 1,000 alerts',
      example: [
        {
          labels: { alertname: 'DiskFull', instance: 'web-1', severity: 'critical' },
          annotations: { summary: '95 % of /var' },
          generatorURL: 'http://prometheus.example/graph',
        },
      ],
      read: readAlerts,
    },
  ],
  answers: [200],
  keysIn: ({ headers }) => [basicPassword(headers)],
  accepted: () => ({ status: 200 }),
  // Errors of a call are JSON strings, those of the server before it are objects.
  refused: ({ status, error }) => ({ json: status === 400 ? error : { code: status, message: error } }),
};

function readAlerts(request: DialectRequest): DialectReading {
  const alerts = readObjects(request);
  if (alerts === undefined) return { kind: 'invalid', error: 'the body is not a list of alerts' };
  if (alerts.length > MAX_ALERTS) return { kind: 'invalid', error: 'at most 1,000 alerts in a request' };
  if (alerts.length === 0) return { kind: 'nothing', answer: { status: 200 } };
  const [first, ...others] = alerts.flatMap((alert) => itemOf(alert, request.now) ?? []);
  if (first === undefined || others.length < alerts.length - 1) {
    return { kind: 'invalid', error: 'at least one label pair required' };
  }
  return { kind: 'notifications', items: [first, ...others] };
}

/** The alert as the group of one that Alertmanager would make of it; `undefined` when it has no labels. */
function itemOf({ payload, payloadText }: ReadObject, now: number): DialectItem | undefined {
  const labels = ownValue(payload, 'labels');
  if (!isJsonObject(labels) || Object.keys(labels).length === 0) return undefined;
  const endsAt = utcAt(payload, 'endsAt');
  // Go writes a time that is not set as one of the year 1.
  const end = endsAt === undefined || endsAt <= 0 ? undefined : endsAt;
  const isOver = end !== undefined && end <= now;
  const status = isOver ? 'resolved' : 'firing';
  const group = { status, commonLabels: labels, alerts: [{ ...payload, status }] };
  return {
    payload,
    payloadText,
    title: groupTitle(group),
    message: groupMessage(group),
    priority: groupPriority(group),
    tags: [status, severityOf(group)].filter((tag) => tag !== undefined),
    about: () => ({ key: keyOf(labels), status, ...(isOver ? {} : { endsAt: end }) }),
  };
}

/** The labels are what an alert is known by, in whatever order they are sent: `{alertname="DiskFull", job="node"}`. */
function keyOf(labels: JsonObject): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return `{${pairs.sort().join(', ')}}`;
}
