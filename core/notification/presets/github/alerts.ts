import type { JsonObject } from '../../../message/json-object.ts';
import { textAt } from '../body-value.ts';
import { priorityOf } from '../severity.ts';
import { around, headed, joined, type Part, quote, say, words } from '../wording.ts';
import type { Describe, EventText } from './event-text.ts';

const nouns = new Map([
  ['dependabot_alert', 'Dependabot alert'],
  ['repository_vulnerability_alert', 'Vulnerability alert'],
  ['code_scanning_alert', 'Code scanning alert'],
  ['secret_scanning_alert', 'Secret scanning alert'],
  ['security_advisory', 'Security advisory'],
]);

/** The older alerts name what to do, not what was done. */
const done = new Map([
  ['create', 'created'],
  ['dismiss', 'dismissed'],
  ['resolve', 'resolved'],
]);

/** A secret in a repository is in other hands. */
const severeEvents = new Map([['secret_scanning_alert', 'critical']]);

/** Readers of Dependabot, code scanning, secret scanning and advisories: the severity decides how loud they are. */
export const alerts: ReadonlyMap<string, Describe> = new Map(
  [...nouns].map(([event, noun]) => [event, (body) => describeAlert(body, event, noun)]),
);

function describeAlert(body: JsonObject, event: string, noun: string): EventText {
  const severity = severityOf(body) ?? severeEvents.get(event);
  const action = textAt(body, 'action') ?? 'changed';
  const over = /fix|resolve|close|dismiss|withdrawn/.test(action);
  return {
    headline: headed(
      say(noun, around('#', textAt(body, 'alert.number')), done.get(action) ?? words(action)),
      summaryOf(body),
    ),
    details: [
      around('Severity: ', severity),
      joined([around('Package: ', packageOf(body)), around('fixed in ', fixOf(body))], ', '),
      joined([around('File: ', textAt(body, 'alert.most_recent_instance.location.path')), lineOf(body)], ':'),
      textAt(body, 'alert.most_recent_instance.message.text', 'alert.instances.0.message.text'),
      quote(textAt(body, 'security_advisory.description')),
      textAt(body, 'alert.html_url', 'alert.external_reference', 'security_advisory.references.0.url'),
    ],
    state: severity,
    priority: over ? 2 : priorityOf(severity),
  };
}

function severityOf(body: JsonObject): Part {
  return textAt(
    body,
    'alert.security_advisory.severity',
    'alert.security_vulnerability.severity',
    'alert.rule.security_severity_level',
    'alert.rule.severity',
    'alert.severity',
    'security_advisory.severity',
  );
}

function summaryOf(body: JsonObject): Part {
  return textAt(
    body,
    'alert.security_advisory.summary',
    'alert.rule.description',
    'alert.secret_type_display_name',
    'alert.secret_type',
    'alert.affected_package_name',
    'security_advisory.summary',
  );
}

function packageOf(body: JsonObject): Part {
  return textAt(
    body,
    'alert.dependency.package.name',
    'alert.affected_package_name',
    'security_advisory.vulnerabilities.0.package.name',
  );
}

function fixOf(body: JsonObject): Part {
  return textAt(
    body,
    'alert.security_vulnerability.first_patched_version.identifier',
    'alert.fixed_in',
    'security_advisory.vulnerabilities.0.first_patched_version.identifier',
  );
}

function lineOf(body: JsonObject): Part {
  return textAt(body, 'alert.most_recent_instance.location.start_line');
}
