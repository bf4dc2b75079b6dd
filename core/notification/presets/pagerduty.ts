import type { JsonObject } from '../../message/json-object.ts';
import { objectsAt, textAt, utcAt } from './body-value.ts';
import type { Preset, Reported } from './preset.ts';
import { priorityOf } from './severity.ts';
import { around, capitalised, joined, lines, type Part, phrase, quote, words } from './wording.ts';

/**
 * PagerDuty webhooks, version 3.
 *
 * @see https://developer.pagerduty.com/docs/webhooks/v3-overview/
 */
export const pagerduty: Preset = {
  read({ body }) {
    const type = textAt(body, 'event.event_type');
    if (type === undefined) return undefined;
    const action = type.split('.').at(-1);
    const service = textAt(body, 'event.data.service.summary', 'event.data.incident.service.summary');
    const subject = textAt(
      body,
      'event.data.title',
      'event.data.incident.summary',
      'event.data.summary',
      'event.data.message',
    );
    const urgency = textAt(body, 'event.data.urgency');
    return {
      title: joined([phrase(capitalised(words(type)), number(body)), subject], ': '),
      message: lines(...details(body, service)) ?? capitalised(words(type)),
      priority: priorityFor(action, textAt(body, 'event.data.priority.summary') ?? urgency),
      tags: ['pagerduty', type, textAt(body, 'event.data.status'), urgency, service],
    };
  },
  deliveryId: ({ body }) => textAt(body, 'event.id'),
  identity: {
    key: 'the id of the incident',
    status: 'that of the incident: `triggered`, `acknowledged`, `resolved`',
    time: '`event.occurred_at`',
    read: ({ body }) => {
      const id = textAt(body, 'event.data.id');
      const status = statuses.get(textAt(body, 'event.data.status') ?? '');
      if (id === undefined || status === undefined || textAt(body, 'event.data.type') !== 'incident') return undefined;
      return { key: `incident:${id}`, status, at: utcAt(body, 'event.occurred_at') };
    },
  },
};

const statuses: ReadonlyMap<string, Reported['status']> = new Map([
  ['triggered', 'firing'],
  ['acknowledged', 'acknowledged'],
  ['resolved', 'resolved'],
]);

function number(body: JsonObject): Part {
  return around('#', textAt(body, 'event.data.number'));
}

function details(body: JsonObject, service: Part): Part[] {
  const assignees = objectsAt(body, 'event.data.assignees').map((assignee) => textAt(assignee, 'summary'));
  const teams = objectsAt(body, 'event.data.teams').map((team) => textAt(team, 'summary'));
  return [
    quote(textAt(body, 'event.data.content', 'event.data.message', 'event.data.description')),
    around('Service: ', service),
    around('Status: ', textAt(body, 'event.data.status')),
    around('Urgency: ', textAt(body, 'event.data.urgency')),
    around('Priority: ', textAt(body, 'event.data.priority.summary')),
    around('Assigned to ', joined(assignees, ', ')),
    around('Teams: ', joined(teams, ', ')),
    around('By ', textAt(body, 'event.agent.summary')),
    textAt(body, 'event.data.html_url', 'event.data.incident.html_url'),
  ];
}

function priorityFor(action: Part, severity: Part): number {
  if (action === 'resolved' || action === 'ping') return 2;
  const given = priorityOf(severity) ?? 3;
  return action === 'triggered' || action === 'escalated' ? given : Math.min(given, 3);
}
