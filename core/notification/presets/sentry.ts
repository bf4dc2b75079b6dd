import type { JsonObject } from '../../message/json-object.ts';
import { numberAt, textAt } from './body-value.ts';
import type { Preset, Reported } from './preset.ts';
import { priorityOf } from './severity.ts';
import { around, capitalised, firstLine, joined, lines, type Part, phrase, quote, words } from './wording.ts';

/** Where the thing a hook is about stands, by the `Sentry-Hook-Resource` header. */
const places = new Map([
  ['issue', 'data.issue'],
  ['error', 'data.error'],
  ['event_alert', 'data.event'],
  ['metric_alert', 'data.metric_alert'],
  ['comment', 'data'],
  ['installation', 'data.installation'],
]);

/** How loud an action is when the thing itself has no level. */
const priorityByAction = new Map([
  ['critical', 5],
  ['warning', 3],
  ['created', 3],
  ['unresolved', 3],
  ['resolved', 2],
  ['archived', 2],
  ['ignored', 2],
  ['assigned', 2],
]);

/** What an action makes of an alert; every other one says that it fires. */
const statusByAction: ReadonlyMap<string, Reported['status']> = new Map([
  ['resolved', 'resolved'],
  ['archived', 'acknowledged'],
  ['ignored', 'acknowledged'],
  ['assigned', 'acknowledged'],
]);

/**
 * Sentry integrations (issue, error, alert rule, metric alert, comment, installation) and the older webhook plugin.
 *
 * @see https://docs.sentry.io/organization/integrations/integration-platform/webhooks/
 */
export const sentry: Preset = {
  read({ body, headers }) {
    const resource = headers['sentry-hook-resource'] ?? resourceOf(body);
    if (resource === undefined) return undefined;
    const at = places.get(resource) ?? `data.${resource}`;
    const action = textAt(body, 'action');
    const level = textAt(body, `${at}.level`);
    const project = textAt(body, `${at}.project.slug`, 'data.project_slug', 'data.metric_alert.projects.0', 'project');
    return {
      title: phrase(around('[', project, ']'), headline(body, { at, resource, action })),
      message: lines(...details(body, at)) ?? phrase(capitalised(words(resource)), action),
      priority: action === 'resolved' ? 2 : (priorityOf(level) ?? priorityByAction.get(action ?? '') ?? 3),
      tags: ['sentry', resource, action, level, project],
    };
  },
  identity: {
    key: 'the id of the issue; of a metric alert, its own',
    status: '`action`: `resolved`; `archived`, `ignored` and `assigned` acknowledge; everything else fires',
    time: 'the header `sentry-hook-timestamp`',
    read: ({ body, headers }) => {
      const issue = textAt(body, 'data.issue.id', 'data.event.issue_id', 'data.error.issue_id');
      const metric = textAt(body, 'data.metric_alert.id');
      if (issue === undefined && metric === undefined) return undefined;
      const seconds = numberAt({ seconds: headers['sentry-hook-timestamp'] }, 'seconds');
      return {
        key: issue === undefined ? `metric-alert:${metric}` : `issue:${issue}`,
        status: statusByAction.get(textAt(body, 'action') ?? '') ?? 'firing',
        at: seconds === undefined ? undefined : seconds * 1000,
      };
    },
  },
  deliveryId: ({ headers }) => (headers['sentry-hook-resource'] === undefined ? undefined : headers['request-id']),
};

interface Hook {
  readonly at: string;
  readonly resource: string;
  readonly action: Part;
}

function headline(body: JsonObject, { at, resource, action }: Hook): Part {
  const title = textAt(body, 'data.description_title', `${at}.title`, `${at}.message`, 'message');
  const done = phrase(capitalised(words(resource)), action === undefined ? undefined : words(action));
  // Sentry writes the state of a metric alert into its title: said once is enough.
  const state = `${capitalised(action ?? '')}: `;
  const subject = firstLine(title);
  return joined([done, subject?.startsWith(state) === true ? subject.slice(state.length) : subject], ': ');
}

function details(body: JsonObject, at: string): Part[] {
  return [
    // Its line break is escaped once too often.
    textAt(body, 'data.description_text')?.replaceAll(String.raw`\n`, '\n') ??
      quote(textAt(body, 'data.comment', `${at}.metadata.value`, `${at}.message`, 'message')),
    around('Where: ', textAt(body, `${at}.culprit`, 'culprit')),
    around('Rule: ', textAt(body, 'data.triggered_rule', `${at}.alert_rule.name`)),
    around('Environment: ', textAt(body, `${at}.environment`)),
    around('Seen: ', textAt(body, `${at}.count`), ' times')?.replace(/ 1 times$/, ' once'),
    // Sentry itself is the actor of most.
    textAt(body, 'actor.type') === 'user' ? around('By ', textAt(body, 'actor.name')) : undefined,
    textAt(body, `${at}.web_url`, 'data.web_url', `${at}.permalink`, 'url'),
  ];
}

/** Without the header, the body still tells; the older plugin sends neither `data` nor a header. */
function resourceOf(body: JsonObject): Part {
  for (const [resource, at] of places) {
    if (at !== 'data' && textAt(body, `${at}.id`, `${at}.event_id`, `${at}.uuid`) !== undefined) return resource;
  }
  return textAt(body, 'event.event_id', 'culprit') === undefined ? undefined : 'event';
}
