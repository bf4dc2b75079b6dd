import type { AlertStatus } from '../../../message/alert-mark.ts';
import type { JsonObject } from '../../../message/json-object.ts';
import { textAt, utcAt } from '../body-value.ts';
import type { ReportIdentity, Reported } from '../preset.ts';

/** Ends of a run; one that still goes, or that was called off, says neither. */
const ends: ReadonlyMap<string, AlertStatus> = new Map([
  ['success', 'resolved'],
  ['failed', 'firing'],
]);

const states: ReadonlyMap<string, AlertStatus> = new Map([
  ['opened', 'firing'],
  ['closed', 'resolved'],
]);

/** What GitLab's hooks report on: a pipeline of a branch, an environment, an incident. */
export const gitlabIdentity: ReportIdentity = {
  key: 'project with the branch of the pipeline, the name of the environment, or the number of the incident',
  status: '`success` and `closed` are resolved; `failed` and `opened` fire; other states change nothing',
  time: 'when it was finished or changed',
  read: ({ body }) => readPipeline(body) ?? readDeployment(body) ?? readIncident(body),
};

function readPipeline(body: JsonObject): Reported | undefined {
  if (textAt(body, 'object_kind') !== 'pipeline') return undefined;
  const status = ends.get(textAt(body, 'object_attributes.status') ?? '');
  return reported(body, {
    of: 'pipeline',
    name: 'object_attributes.ref',
    time: 'object_attributes.finished_at',
    status,
  });
}

function readDeployment(body: JsonObject): Reported | undefined {
  if (textAt(body, 'object_kind') !== 'deployment') return undefined;
  const status = ends.get(textAt(body, 'status') ?? '');
  return reported(body, { of: 'deployment', name: 'environment', time: 'status_changed_at', status });
}

function readIncident(body: JsonObject): Reported | undefined {
  const isIncident = [textAt(body, 'object_kind'), textAt(body, 'object_attributes.type')?.toLowerCase()];
  if (!isIncident.includes('incident')) return undefined;
  const status = states.get(textAt(body, 'object_attributes.state') ?? '');
  return reported(body, {
    of: 'incident',
    name: 'object_attributes.iid',
    time: 'object_attributes.updated_at',
    status,
  });
}

interface Place {
  readonly of: string;
  /** Path of the name. */
  readonly name: string;
  /** Path of the time. */
  readonly time: string;
  readonly status: AlertStatus | undefined;
}

function reported(body: JsonObject, { of, name, time, status }: Place): Reported | undefined {
  const project = textAt(body, 'project.path_with_namespace', 'project.id');
  const named = textAt(body, name);
  if (project === undefined || named === undefined || status === undefined) return undefined;
  return { key: `${of}:${project}:${named}`, status, at: utcAt(body, time) };
}
