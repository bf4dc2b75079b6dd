import type { JsonObject } from '../../../message/json-object.ts';
import { textAt, valueAt } from '../body-value.ts';
import { around, headed, joined, type Part, phrase, quote, say, words } from '../wording.ts';
import { type Describe, senderOf } from './event-text.ts';

/** Where an item stands in the body, and what people call it. */
const items = new Map([
  ['pull_request', 'Pull request'],
  ['issue', 'Issue'],
  ['discussion', 'Discussion'],
]);

/** Actions whose news is the item's own text. */
const showsBody = new Set(['opened', 'created', 'edited', 'reopened', 'answered', 'ready_for_review']);

/** Issues, pull requests and discussions: opened, closed, labelled, assigned … */
export const describeItem: Describe = (body) => {
  const { key, name } = itemOf(body);
  const action = actionOn(body);
  return {
    headline: headed(say(name, action), textAt(body, `${key}.title`)),
    details: [
      around('By ', senderOf(body)),
      mergeLine(body),
      changeLine(body),
      showsBody.has(action) ? quote(textAt(body, `${key}.body`)) : undefined,
      textAt(body, 'answer.html_url', `${key}.html_url`),
    ],
    state: action.replaceAll(' ', '_'),
  };
};

/** Comments and reviews on an item or a commit. */
export const describeComment: Describe = (body, event) => {
  const { key, name } = itemOf(body);
  const at = ['comment', 'review'].find((field) => valueAt(body, field) !== undefined) ?? 'thread.comments.0';
  const verdict = textAt(body, 'review.state');
  const kind = event.startsWith('pull_request_review') && !event.endsWith('comment') ? 'Review' : 'Comment';
  return {
    headline: headed(say(kind, verbOf(body), 'on', lower(name)), textAt(body, `${key}.title`)),
    details: [
      phrase(around('By ', senderOf(body)), around('(', verdict === undefined ? undefined : words(verdict), ')')),
      around('File: ', textAt(body, `${at}.path`)),
      quote(textAt(body, `${at}.body`)),
      textAt(body, `${at}.html_url`, `${at}._links.html.href`),
    ],
    state: verdict ?? textAt(body, 'action'),
  };
};

/** The item a body is about; a commit where there is none. */
function itemOf(body: JsonObject): { readonly key: string; readonly name: string } {
  for (const [key, noun] of items) {
    if (valueAt(body, key) === undefined) continue;
    return { key, name: say(noun, around('#', textAt(body, `${key}.number`))) };
  }
  return { key: 'comment', name: say('Commit', textAt(body, 'comment.commit_id')?.slice(0, 7)) };
}

/** GitHub says `closed` of a merged pull request too. */
function actionOn(body: JsonObject): string {
  const action = words(textAt(body, 'action') ?? 'changed');
  if (action === 'synchronize') return 'updated';
  return action === 'closed' && valueAt(body, 'pull_request.merged') === true ? 'merged' : action;
}

/** A new comment needs no verb. */
function verbOf(body: JsonObject): Part {
  const action = textAt(body, 'action');
  return action === undefined || ['created', 'submitted'].includes(action) ? undefined : words(action);
}

function mergeLine(body: JsonObject): Part {
  return joined([textAt(body, 'pull_request.head.ref'), textAt(body, 'pull_request.base.ref')], ' → ');
}

/** What was set: a label, a milestone, somebody asked or assigned, a new title. */
function changeLine(body: JsonObject): Part {
  return joined(
    [
      around('Label: ', textAt(body, 'label.name')),
      around('Milestone: ', textAt(body, 'milestone.title')),
      around('Assignee: ', textAt(body, 'assignee.login')),
      around('Reviewer: ', textAt(body, 'requested_reviewer.login', 'requested_team.name')),
      around('Title was: ', textAt(body, 'changes.title.from')),
    ],
    '\n',
  );
}

function lower(name: string): string {
  return `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;
}
