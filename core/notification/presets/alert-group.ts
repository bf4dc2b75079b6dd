import type { JsonObject } from '../../message/json-object.ts';
import { countAt, objectAt, objectsAt, textAt } from './body-value.ts';
import type { Reported } from './preset.ts';
import { priorityOf } from './severity.ts';
import { around, capitalised, joined, lines, more, type Part, say } from './wording.ts';

/** Alerts written out of one group; the rest is counted. */
const SHOWN_ALERTS = 10;

/** Longest part of a `valueString` that is searched, in characters: the pattern is slow on long hostile text. */
const MAX_MEASURED = 2000;

/** One value of an alert in Grafana's `valueString`. */
const VALUE = /\[ (?:var|metric)='([^']*)' (metric='[^']*' )?labels=\{[^}]*\} value=(\S+) \]/g;

/** Names of alerts in a title. */
const NAMED_ALERTS = 3;

/** Labels that the text says anyway. */
const saidLabels = new Set(['alertname', 'severity', 'grafana_folder', '__alert_rule_uid__']);

/** The title of a group of alerts as Alertmanager and Grafana send it, such as `[FIRING:2] DiskFull (web-1)`. */
export function groupTitle(body: JsonObject): string {
  const status = stateOf(body);
  const firing = objectsAt(body, 'alerts').filter((alert) => isFiring(alert)).length;
  const count = status === 'resolved' ? '' : `:${firing}`;
  const where = joined(
    ['instance', 'job', 'namespace', 'cluster'].map((label) => textAt(body, `commonLabels.${label}`)),
    ', ',
  );
  const name = textAt(body, 'commonLabels.alertname', 'groupLabels.alertname') ?? namesOf(body);
  return `[${status.toUpperCase()}${count}] ${say(name ?? 'Alerts', around('(', where, ')'))}`;
}

/** The alerts, those that still fire first. */
function alertsOf(body: JsonObject): readonly JsonObject[] {
  const alerts = objectsAt(body, 'alerts');
  return [...alerts.filter((alert) => isFiring(alert)), ...alerts.filter((alert) => !isFiring(alert))];
}

function isFiring(alert: JsonObject): boolean {
  return textAt(alert, 'status') !== 'resolved';
}

/** The names of alerts that share none, each once: of those that fire, when any does. */
function namesOf(body: JsonObject): Part {
  const alerts = alertsOf(body);
  const firing = alerts.filter((alert) => isFiring(alert));
  const names = new Set((firing.length === 0 ? alerts : firing).map((alert) => textAt(alert, 'labels.alertname')));
  return joined([...names].slice(0, NAMED_ALERTS), ', ');
}

/** What each alert of the group says: summary, description, labels, link. */
export function groupMessage(body: JsonObject): Part {
  const alerts = alertsOf(body).slice(0, SHOWN_ALERTS);
  const left = more(countAt(body, 'alerts') + droppedIn(body), alerts.length);
  if (alerts.length === 0) return textAt(body, 'commonAnnotations.summary');
  return joined([...alerts.map((alert) => alertText(alert)), left], '\n\n');
}

/** `firing` or `resolved`. */
export function stateOf(body: JsonObject): string {
  return textAt(body, 'status', 'alerts.0.status')?.toLowerCase() ?? 'firing';
}

/**
 * A group is one alert, by the key that its sender gives it, until all in it are resolved. A group has no time of its
 * own: its alerts have, and others join and leave.
 */
export function reportedGroup(body: JsonObject): Reported | undefined {
  const key = textAt(body, 'groupKey');
  if (key === undefined) return undefined;
  return { key, status: stateOf(body) === 'resolved' ? 'resolved' : 'firing' };
}

/** Resolved is good to know; firing is as loud as its severity label says, else as loud as something broken. */
export function groupPriority(body: JsonObject): number {
  return stateOf(body) === 'resolved' ? 2 : (priorityOf(severityOf(body)) ?? 4);
}

/** The severity that all alerts of the group share, else that of the first. */
export function severityOf(body: JsonObject): Part {
  return textAt(body, 'commonLabels.severity', 'alerts.0.labels.severity', 'commonLabels.priority');
}

function alertText(alert: JsonObject): Part {
  const state = capitalised(textAt(alert, 'status') ?? 'firing');
  const summary = textAt(alert, 'annotations.summary', 'annotations.title', 'labels.alertname');
  return lines(
    joined([state, summary], ': '),
    textAt(alert, 'annotations.description', 'annotations.message'),
    labelLine(objectAt(alert, 'labels')),
    around('Value: ', pairs(objectAt(alert, 'values')) ?? measured(textAt(alert, 'valueString'))),
    around('Runbook: ', textAt(alert, 'annotations.runbook_url')),
    textAt(alert, 'panelURL', 'dashboardURL', 'generatorURL'),
  );
}

function labelLine(labels: JsonObject): Part {
  return pairs(labels, (label) => !saidLabels.has(label));
}

/** `team=blue, zone=eu-1`. Keys may hold dots, so values are taken as they stand. */
function pairs(object: JsonObject, isShown: (key: string) => boolean = () => true): Part {
  const shown = Object.entries(object).filter(([key]) => isShown(key));
  return joined(
    shown.slice(0, SHOWN_ALERTS).map(([key, value]) => around(`${key}=`, textAt({ value }, 'value'))),
    ', ',
  );
}

/** `[ var='B' labels={job=db} value=17 ]` as Grafana writes it, in short: "B=17". */
function measured(text: Part): Part {
  const values = [...(text ?? '').slice(0, MAX_MEASURED).matchAll(VALUE)].map(
    ([, name, , value]) => `${name}=${value}`,
  );
  return joined(values.slice(0, SHOWN_ALERTS), ', ') ?? text;
}

/** Alertmanager says how many alerts it left out of a large group. */
function droppedIn(body: JsonObject): number {
  return Number(textAt(body, 'truncatedAlerts') ?? 0);
}
