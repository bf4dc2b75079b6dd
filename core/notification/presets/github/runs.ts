import { textAt } from '../body-value.ts';
import { around, capitalised, firstLine, joined, phrase, words } from '../wording.ts';
import { branchOf, type Describe, senderOf, shortSha } from './event-text.ts';

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

/** Runs of workflows, jobs, checks, deployments, and commit statuses. */
export const describeRun: Describe = (body, event) => {
  const at = event === 'status' ? '' : `${event}.`;
  const outcome = textAt(body, `${at}conclusion`, `${at}state`, `${at}status`, 'action') ?? 'changed';
  const name = textAt(body, `${at}context`, `${at}name`, `${at}environment`, `${at}app.name`, 'deployment.environment');
  const branch = textAt(body, `${at}head_branch`, `${at}check_suite.head_branch`, 'deployment.ref', 'branches.0.name');
  const said = outcomes.get(outcome) ?? words(outcome);
  return {
    headline:
      phrase(nouns.get(event) ?? capitalised(words(event)), name, said, around('on ', branchOf(branch))) ?? event,
    details: [
      textAt(body, `${at}output.title`, `${at}description`),
      textAt(body, `${at}output.summary`),
      joined([shortSha(textAt(body, `${at}head_sha`, 'deployment.sha', 'sha')), firstLine(commitText(body, at))], ' '),
      around('By ', senderOf(body)),
      textAt(body, `${at}html_url`, `${at}target_url`, `${at}log_url`, `${at}details_url`),
    ],
    state: outcome,
  };
};

function commitText(body: Parameters<Describe>[0], at: string): string | undefined {
  return textAt(body, `${at}display_title`, `${at}head_commit.message`, 'commit.commit.message');
}
