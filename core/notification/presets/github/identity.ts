import type { AlertStatus } from '../../../message/alert-mark.ts';
import type { JsonObject } from '../../../message/json-object.ts';
import { textAt, utcAt } from '../body-value.ts';
import type { ReportIdentity, Reported } from '../preset.ts';

/** What each event is about, by the fields that name it within the repository, and when it came to stand so. */
interface Source {
  readonly names: readonly (readonly string[])[];
  readonly state: string;
  readonly time: string;
}

const sources: ReadonlyMap<string, Source> = new Map<string, Source>([
  [
    'workflow_run',
    {
      names: [
        ['workflow_run.workflow_id', 'workflow_run.name'],
        ['workflow_run.head_repository.full_name'],
        ['workflow_run.head_branch'],
      ],
      state: 'workflow_run.conclusion',
      time: 'workflow_run.updated_at',
    },
  ],
  [
    'check_run',
    {
      names: [['check_run.name'], ['check_run.check_suite.head_branch']],
      state: 'check_run.conclusion',
      time: 'check_run.completed_at',
    },
  ],
  [
    'check_suite',
    {
      names: [['check_suite.app.slug', 'check_suite.app.name'], ['check_suite.head_branch']],
      state: 'check_suite.conclusion',
      time: 'check_suite.updated_at',
    },
  ],
  ['status', { names: [['context'], ['branches.0.name']], state: 'state', time: 'updated_at' }],
  [
    'deployment_status',
    {
      names: [['deployment_status.environment', 'deployment.environment']],
      state: 'deployment_status.state',
      time: 'deployment_status.updated_at',
    },
  ],
  ...['dependabot_alert', 'code_scanning_alert', 'secret_scanning_alert'].map(
    (event) => [event, { names: [['alert.number']], state: 'action', time: 'alert.updated_at' }] as const,
  ),
]);

/** States that say something; a run that still goes, or that was called off, says nothing. */
const statuses: ReadonlyMap<string, AlertStatus> = new Map([
  ['success', 'resolved'],
  ['failure', 'firing'],
  ['error', 'firing'],
  ['timed_out', 'firing'],
  ['startup_failure', 'firing'],
  ['created', 'firing'],
  ['reopened', 'firing'],
  ['reopened_by_user', 'firing'],
  ['reintroduced', 'firing'],
  ['auto_reopened', 'firing'],
  ['fixed', 'resolved'],
  ['resolved', 'resolved'],
  ['dismissed', 'resolved'],
  ['auto_dismissed', 'resolved'],
  ['closed_by_user', 'resolved'],
]);

/** What GitHub's events report on: checks of a branch, a deployment, an alert of the repository. */
export const githubIdentity: ReportIdentity = {
  key: 'repository with the workflow, check or status and its branch, the environment, or the number of the alert',
  status:
    '`success`, `fixed`, `resolved` and `dismissed` are resolved; failures, `created` and `reopened` fire; ' +
    'other states change nothing',
  time: 'when it was completed or changed',
  read: ({ body, headers }) => {
    const event = headers['x-github-event']?.trim() ?? '';
    const source = sources.get(event);
    return source === undefined ? undefined : reported(body, event, source);
  },
};

function reported(body: JsonObject, event: string, { names, state, time }: Source): Reported | undefined {
  const status = statuses.get(textAt(body, state) ?? '');
  const repository = textAt(body, 'repository.full_name');
  const [first, ...rest] = names.map((paths) => textAt(body, ...paths));
  if (status === undefined || repository === undefined || first === undefined) return undefined;
  return {
    key: [event, repository, first, ...rest.filter((name) => name !== undefined)].join(':'),
    status,
    at: utcAt(body, time),
  };
}
