import type { JsonObject } from '../../message/json-object.ts';
import { countAt, objectsAt, textAt } from './body-value.ts';
import { gitlabIdentity } from './gitlab/identity.ts';
import type { Preset } from './preset.ts';
import { priorityOf } from './severity.ts';
import {
  around,
  capitalised,
  firstLine,
  joined,
  lines,
  more,
  type Part,
  phrase,
  quote,
  say,
  words,
} from './wording.ts';

interface EventText {
  readonly headline: Part;
  readonly details: readonly Part[];
  readonly state?: Part;
}

const SHOWN_COMMITS = 10;

/** What people call the kinds of objects. */
const nouns = new Map([
  ['merge_request', 'Merge request'],
  ['issue', 'Issue'],
  ['work_item', 'Issue'],
  ['incident', 'Incident'],
  ['note', 'Comment'],
  ['build', 'Job'],
  ['wiki_page', 'Wiki page'],
]);

/** GitLab says what to do; people say what was done. */
const done = new Map([
  ['open', 'opened'],
  ['close', 'closed'],
  ['reopen', 'reopened'],
  ['update', 'updated'],
  ['merge', 'merged'],
  ['create', 'created'],
  ['delete', 'deleted'],
  ['success', 'succeeded'],
]);

const describers = new Map([
  ['push', describePush],
  ['tag_push', describePush],
  ['note', describeNote],
  ['pipeline', describePipeline],
  ['build', describeJob],
  ['deployment', describeDeployment],
  ['release', describeRelease],
]);

/**
 * GitLab project, group and system hooks.
 *
 * @see https://docs.gitlab.com/user/project/integrations/webhook_events/
 */
export const gitlab: Preset = {
  read({ body }) {
    const kind = textAt(body, 'object_kind', 'event_name');
    if (kind === undefined) return undefined;
    const project = textAt(body, 'project.path_with_namespace', 'project.name', 'project_name', 'group.full_path');
    const { headline, details, state } = (describers.get(kind) ?? describeItem)(body, kind);
    return {
      title: phrase(around('[', project, ']'), headline),
      message: lines(around('By ', userOf(body)), ...details) ?? headline,
      priority: priorityOf(state) ?? priorityOf(textAt(body, 'object_attributes.severity')) ?? 2,
      tags: ['gitlab', kind, state, project],
    };
  },
  identity: gitlabIdentity,
  // Only for GitLab before 17.4, which sends no Idempotency-Key. Events that one hook sets off in turn share this one.
  deliveryId: ({ headers }) => headers['x-gitlab-event-uuid'],
};

function describePush(body: JsonObject, kind: string): EventText {
  const ref = textAt(body, 'ref')?.replace(/^refs\/(?:heads|tags)\//, '');
  const where = say(kind === 'tag_push' ? 'tag' : 'branch', ref);
  const commits = objectsAt(body, 'commits').slice(0, SHOWN_COMMITS);
  const total = Number(textAt(body, 'total_commits_count') ?? countAt(body, 'commits'));
  return {
    headline: refChange(body, total, where) ?? say(total === 1 ? '1 commit' : `${total} commits`, 'pushed to', where),
    details: [
      ...commits.map((commit) =>
        joined([textAt(commit, 'id')?.slice(0, 8), firstLine(textAt(commit, 'title', 'message'))], ' '),
      ),
      more(total, commits.length),
      textAt(body, 'commits.0.url', 'project.web_url'),
    ],
    state: ref,
  };
}

/** A ref that came or went: GitLab says so with a commit of zeros alone. */
function refChange(body: JsonObject, commits: number, where: string): Part {
  const isNothing = (at: string) => /^0+$/.test(textAt(body, at) ?? '');
  if (isNothing('after')) return say(capitalised(where), 'deleted');
  return commits === 0 && isNothing('before') ? say(capitalised(where), 'created') : undefined;
}

function describeNote(body: JsonObject): EventText {
  const on = textAt(body, 'object_attributes.noteable_type')?.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
  const subject = textAt(body, 'merge_request.title', 'issue.title', 'snippet.title', 'commit.title', 'commit.message');
  return {
    headline: joined([phrase('Comment on', on?.toLowerCase()), firstLine(subject)], ': '),
    details: [quote(textAt(body, 'object_attributes.note')), textAt(body, 'object_attributes.url')],
    state: on?.toLowerCase(),
  };
}

function describePipeline(body: JsonObject): EventText {
  const state = textAt(body, 'object_attributes.status');
  const ref = textAt(body, 'object_attributes.ref');
  const failed = objectsAt(body, 'builds').filter((build) => textAt(build, 'status') === 'failed');
  return {
    headline: phrase('Pipeline', around('#', textAt(body, 'object_attributes.id')), pastOf(state), around('on ', ref)),
    details: [
      firstLine(textAt(body, 'commit.title', 'commit.message')),
      ...failed.map((build) => around('Failed: ', joined([textAt(build, 'stage'), textAt(build, 'name')], ' / '))),
      around('Took ', textAt(body, 'object_attributes.duration'), ' s'),
      textAt(body, 'object_attributes.url', 'commit.url'),
    ],
    state,
  };
}

function describeJob(body: JsonObject): EventText {
  const state = textAt(body, 'build_status');
  const reason = textAt(body, 'build_failure_reason');
  return {
    headline: phrase('Job', textAt(body, 'build_name'), pastOf(state), around('on ', textAt(body, 'ref'))),
    details: [
      around('Stage: ', textAt(body, 'build_stage')),
      state === 'failed' ? around('Reason: ', reason === undefined ? undefined : words(reason)) : undefined,
      firstLine(textAt(body, 'commit.message')),
      textAt(body, 'project.web_url', 'repository.homepage'),
    ],
    state,
  };
}

function describeDeployment(body: JsonObject): EventText {
  const state = textAt(body, 'status');
  return {
    headline: phrase('Deployment to', textAt(body, 'environment'), pastOf(state)),
    details: [
      joined([textAt(body, 'short_sha'), textAt(body, 'commit_title')], ' '),
      textAt(body, 'deployable_url', 'environment_external_url', 'commit_url'),
    ],
    state,
  };
}

function describeRelease(body: JsonObject): EventText {
  const state = textAt(body, 'action');
  return {
    headline: phrase('Release', textAt(body, 'name', 'tag'), pastOf(state)),
    details: [quote(textAt(body, 'description')), textAt(body, 'url')],
    state,
  };
}

/** Issues, merge requests, incidents, wiki pages and whatever comes next: an object with a title. */
function describeItem(body: JsonObject, kind: string): EventText {
  const action = pastOf(textAt(body, 'object_attributes.action', 'action', 'object_attributes.state'));
  const noun = nouns.get(kind) ?? capitalised(words(kind));
  const name = phrase(noun, around('#', textAt(body, 'object_attributes.iid')), action);
  return {
    headline: joined([name, textAt(body, 'object_attributes.title', 'object_attributes.name', 'path')], ': '),
    details: [
      joined([textAt(body, 'object_attributes.source_branch'), textAt(body, 'object_attributes.target_branch')], ' → '),
      quote(textAt(body, 'object_attributes.description', 'object_attributes.content')),
      textAt(body, 'object_attributes.url', 'project.web_url'),
    ],
    state: action,
  };
}

function pastOf(action: Part): Part {
  return done.get(action ?? '') ?? action;
}

function userOf(body: JsonObject): Part {
  return textAt(body, 'user.name', 'user_name', 'user.username', 'user_username');
}
