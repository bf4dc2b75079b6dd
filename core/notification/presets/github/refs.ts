import type { JsonObject } from '../../../message/json-object.ts';
import { countAt, objectsAt, textAt, valueAt } from '../body-value.ts';
import { around, firstLine, joined, more, type Part, quote, say } from '../wording.ts';
import { branchOf, type Describe, senderOf, shortSha } from './event-text.ts';

/** Commits listed of one push. */
const SHOWN_COMMITS = 10;

/** A push: its commits, one line each. */
export const describePush: Describe = (body) => {
  const branch = branchOf(textAt(body, 'ref'));
  const total = countAt(body, 'commits');
  const commits = objectsAt(body, 'commits').slice(0, SHOWN_COMMITS);
  return {
    headline: pushed(body, total, branch),
    details: [
      around('By ', senderOf(body)),
      ...commits.map((commit) => joined([shortSha(textAt(commit, 'id')), firstLine(textAt(commit, 'message'))], ' ')),
      more(total, commits.length),
      textAt(body, 'compare'),
    ],
    state: branch,
  };
};

function pushed(body: JsonObject, total: number, branch: Part): string {
  const kind = textAt(body, 'ref')?.startsWith('refs/tags/') === true ? 'Tag' : 'Branch';
  if (valueAt(body, 'deleted') === true) return say(kind, branch, 'deleted');
  if (kind === 'Tag') return say(kind, branch, 'pushed');
  const forced = valueAt(body, 'forced') === true ? 'force-pushed' : 'pushed';
  return say(total === 1 ? '1 commit' : `${total} commits`, forced, around('to ', branch));
}

/** A branch or tag made or removed. */
export const describeRef: Describe = (body, event) => {
  const type = textAt(body, 'ref_type');
  const verb = event === 'create' ? 'created' : 'deleted';
  const name = branchOf(textAt(body, 'ref'));
  return {
    headline: say(type === 'tag' ? 'Tag' : 'Branch', name, verb),
    details: [around('By ', senderOf(body)), textAt(body, 'repository.html_url')],
    state: verb,
  };
};

/** A release, with its notes. */
export const describeRelease: Describe = (body) => {
  const name = textAt(body, 'release.name', 'release.tag_name');
  const action = textAt(body, 'action') ?? 'changed';
  const kind = valueAt(body, 'release.prerelease') === true ? 'Pre-release' : 'Release';
  return {
    headline: say(kind, name, action),
    details: [
      around('Tag: ', textAt(body, 'release.tag_name')),
      around('By ', senderOf(body)),
      quote(textAt(body, 'release.body')),
      textAt(body, 'release.html_url'),
    ],
    state: action,
  };
};

/** The first request of a new webhook. */
export const describePing: Describe = (body) => ({
  headline: 'Webhook works',
  details: [pingLine(body), around('GitHub says: ', textAt(body, 'zen'))],
  state: 'ping',
  priority: 1,
});

function pingLine(body: JsonObject): Part {
  const events = valueAt(body, 'hook.events');
  const named = Array.isArray(events) ? events.filter((name) => typeof name === 'string').slice(0, 30) : [];
  return around('GitHub reached this webhook. Events: ', joined(named, ', ')) ?? 'GitHub reached this webhook.';
}
