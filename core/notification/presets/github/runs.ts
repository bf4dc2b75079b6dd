import type { JsonObject } from '../../../message/json-object.ts';
import { textAt } from '../body-value.ts';
import { around, firstLine, joined, say, words } from '../wording.ts';
import { branchOf, type Describe, type EventText, senderOf, shortSha } from './event-text.ts';

/** What each kind of run is called by, where its name stands, and where its outcome does. */
const nouns = new Map([
  ['workflow_run', 'Workflow'],
  ['workflow_job', 'Job'],
  ['check_run', 'Check'],
  ['check_suite', 'Checks'],
  ['deployment_status', 'Deployment'],
  ['status', 'Status'],
]);

/** Outcomes as people say them. */
const outcomes = new Map([
  ['success', 'succeeded'],
  ['failure', 'failed'],
  ['error', 'failed'],
  ['timed_out', 'timed out'],
  ['in_progress', 'running'],
  ['action_required', 'needs action'],
]);

/** Readers of runs of workflows, jobs, checks, deployments, and of commit statuses, by event. */
export const runs: ReadonlyMap<string, Describe> = new Map(
  [...nouns].map(([event, noun]) => [event, (body) => describeRun(body, event, noun)]),
);

function describeRun(body: JsonObject, event: string, noun: string): EventText {
  const at = event === 'status' ? '' : `${event}.`;
  const outcome = textAt(body, `${at}conclusion`, `${at}state`, `${at}status`, 'action') ?? 'changed';
  const name = textAt(body, `${at}context`, `${at}name`, `${at}environment`, `${at}app.name`, 'deployment.environment');
  const branch = textAt(body, `${at}head_branch`, `${at}check_suite.head_branch`, 'deployment.ref', 'branches.0.name');
  const said = outcomes.get(outcome) ?? words(outcome);
  return {
    headline: say(noun, name, said, around('on ', branchOf(branch))),
    details: [
      textAt(body, `${at}output.title`, `${at}description`),
      textAt(body, `${at}output.summary`),
      joined([shortSha(textAt(body, `${at}head_sha`, 'deployment.sha', 'sha')), firstLine(commitText(body, at))], ' '),
      around('By ', senderOf(body)),
      textAt(body, `${at}html_url`, `${at}target_url`, `${at}log_url`, `${at}details_url`),
    ],
    state: outcome,
  };
}

function commitText(body: JsonObject, at: string): string | undefined {
  return textAt(body, `${at}display_title`, `${at}head_commit.message`, 'commit.commit.message');
}
