import type { JsonObject } from '../../message/json-object.ts';
import { textAt } from './body-value.ts';
import { alerts } from './github/alerts.ts';
import { describeAnything } from './github/anything.ts';
import type { Describe } from './github/event-text.ts';
import { githubIdentity } from './github/identity.ts';
import { describeComment, describeItem } from './github/items.ts';
import { describePing, describePush, describeRef, describeRelease } from './github/refs.ts';
import { runs } from './github/runs.ts';
import type { Preset } from './preset.ts';
import { priorityOf } from './severity.ts';
import { around, lines, phrase } from './wording.ts';

const families: readonly (readonly [Describe, readonly string[]])[] = [
  [describePush, ['push']],
  [describeRef, ['create', 'delete']],
  [describeRelease, ['release']],
  [describePing, ['ping']],
  [describeItem, ['pull_request', 'issues', 'discussion']],
  [describeComment, ['issue_comment', 'commit_comment', 'discussion_comment', 'pull_request_review']],
  [describeComment, ['pull_request_review_comment', 'pull_request_review_thread']],
];

const describers: ReadonlyMap<string, Describe> = new Map([
  ...families.flatMap(([describe, events]) => events.map((event) => [event, describe] as const)),
  ...runs,
  ...alerts,
]);

/**
 * GitHub. The event's name stands in a header alone.
 *
 * @see https://docs.github.com/en/webhooks/webhook-events-and-payloads
 */
export const github: Preset = {
  formField: 'payload',
  read({ body, headers }) {
    const event = headers['x-github-event']?.trim();
    if (event === undefined || event === '') return undefined;
    const { headline, details, state, priority } = (describers.get(event) ?? describeAnything)(body, event);
    return {
      title: phrase(around('[', placeOf(body), ']'), headline),
      message: lines(...details) ?? headline,
      priority: priority ?? priorityOf(state) ?? 2,
      tags: ['github', event, state, textAt(body, 'repository.full_name')],
    };
  },
  deliveryId: ({ headers }) => headers['x-github-delivery'],
  identity: githubIdentity,
};

function placeOf(body: JsonObject): string | undefined {
  return textAt(body, 'repository.full_name', 'organization.login');
}
