import type { JsonObject } from '../../message/json-object.ts';
import { groupMessage, groupPriority, groupTitle, reportedGroup, severityOf, stateOf } from './alert-group.ts';
import { countAt, objectsAt, textAt } from './body-value.ts';
import type { Preset, PresetReading, Reported } from './preset.ts';
import { priorityOf } from './severity.ts';
import { joined, lines, phrase } from './wording.ts';

/**
 * Grafana's webhook contact point, and the webhook of alerting before version 9.
 *
 * @see https://grafana.com/docs/grafana/latest/alerting/configure-notifications/manage-contact-points/integrations/webhook-notifier/
 */
export const grafana: Preset = {
  read({ body }) {
    if (countAt(body, 'alerts') > 0) return readGroup(body);
    return textAt(body, 'ruleName', 'ruleUrl') === undefined ? undefined : readRule(body);
  },
  identity: {
    key: '`groupKey`: a group of alerts is one alert; before version 9 `ruleId`',
    status: '`status`; before version 9 `state`, of which `ok` is resolved',
    time: '-',
    read: ({ body }) => reportedGroup(body) ?? reportedRule(body),
  },
};

function reportedRule(body: JsonObject): Reported | undefined {
  const rule = textAt(body, 'ruleId');
  if (rule === undefined) return undefined;
  const status = textAt(body, 'state')?.toLowerCase() === 'ok' ? 'resolved' : 'firing';
  const organization = textAt(body, 'orgId');
  return { key: organization === undefined ? `rule:${rule}` : `rule:${organization}:${rule}`, status };
}

function readGroup(body: JsonObject): PresetReading {
  return {
    // Grafana's own `title` and `message` are templates of the alert's owner only when they were changed; what they
    // hold by default repeats every label and link, so the alerts themselves say it better.
    title: groupTitle(body),
    message: groupMessage(body),
    priority: groupPriority(body),
    tags: [
      'grafana',
      stateOf(body),
      severityOf(body),
      textAt(body, 'commonLabels.grafana_folder'),
      textAt(body, 'receiver'),
    ],
  };
}

function readRule(body: JsonObject): PresetReading {
  const state = textAt(body, 'state')?.toLowerCase();
  const values = objectsAt(body, 'evalMatches').map((match) =>
    joined([textAt(match, 'metric'), textAt(match, 'value')], ': '),
  );
  return {
    title: textAt(body, 'title') ?? phrase(`[${state ?? 'alert'}]`, textAt(body, 'ruleName')),
    message: lines(textAt(body, 'message', 'ruleName'), ...values, textAt(body, 'ruleUrl')),
    priority: priorityOf(state) ?? 3,
    tags: ['grafana', state, textAt(body, 'ruleName')],
  };
}
