import type { JsonObject } from '../../../message/json-object.ts';
import { textAt } from '../body-value.ts';
import { around, capitalised, headed, type Part, phrase, quote, say, words } from '../wording.ts';
import { type Describe, senderOf } from './event-text.ts';

/** Events that one sentence says better than "event action". */
const sentences = new Map([
  ['star created', 'starred the repository'],
  ['star deleted', 'took a star back'],
  ['watch started', 'starred the repository'],
  ['fork', 'forked the repository'],
  ['public', 'made the repository public'],
  ['team_add', 'gave a team access to the repository'],
  ['gollum', 'changed the wiki'],
  ['github_app_authorization revoked', 'revoked the authorization of an app'],
]);

/** Where the name of what an event is about may stand beside the field named like the event. */
const otherNames = [
  'forkee.full_name',
  'pages.0.title',
  'team.name',
  'blocked_user.login',
  'installation.account.login',
  'marketplace_purchase.account.login',
  'sponsorship.sponsor.login',
  'rule.name',
  'key.title',
  'build.status',
  'hook.config.url',
  'projects_v2_item.content_type',
  'merge_group.head_ref',
  'workflow',
  'environment',
  'status',
  'branch',
  'ref',
] as const;

/** Any other event: who did what, to what, where. */
export const describeAnything: Describe = (body, event) => {
  const action = textAt(body, 'action');
  const sentence = sentences.get(say(event, action));
  const subject = subjectOf(body, event);
  const done = say(capitalised(words(event)) || event, action === undefined ? undefined : words(action));
  const told = sentence === undefined ? undefined : say(senderOf(body) ?? 'Somebody', sentence);
  return {
    headline: told ?? headed(done, subject),
    details: [
      told ?? phrase(done, around('by ', senderOf(body)), around('in ', placeOf(body))),
      subject,
      quote(textAt(body, `${event}.description`, `${event}.body`)),
      textAt(body, 'forkee.html_url', 'pages.0.html_url', `${event}.html_url`, 'repository.html_url'),
    ],
    state: action,
  };
};

function subjectOf(body: JsonObject, event: string): Part {
  const own = ['title', 'name', 'note', 'login', 'environment'].map((field) => `${event}.${field}`);
  return textAt(body, 'membership.user.login', ...own, ...otherNames);
}

function placeOf(body: JsonObject): Part {
  return textAt(body, 'repository.full_name', 'organization.login');
}
