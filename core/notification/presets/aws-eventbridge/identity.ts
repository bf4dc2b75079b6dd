import type { AlertStatus } from '../../../message/alert-mark.ts';
import type { JsonObject } from '../../../message/json-object.ts';
import { textAt, utcAt } from '../body-value.ts';
import type { Reported } from '../preset.ts';

/** Where an event names what it is about, and how that stands; a state that is not listed says neither. */
interface Source {
  readonly key: string;
  readonly state: string;
  readonly statuses: ReadonlyMap<string, AlertStatus>;
}

const run: ReadonlyMap<string, AlertStatus> = new Map([
  ['SUCCEEDED', 'resolved'],
  ['FAILED', 'firing'],
  ['TIMED_OUT', 'firing'],
  ['FAULT', 'firing'],
]);

const sources: ReadonlyMap<string, Source> = new Map<string, Source>([
  [
    'AWS Health Event',
    {
      key: 'detail.eventArn',
      state: 'detail.statusCode',
      statuses: new Map([
        ['open', 'firing'],
        ['upcoming', 'firing'],
        ['closed', 'resolved'],
      ]),
    },
  ],
  ['CodePipeline Pipeline Execution State Change', { key: 'resources.0', state: 'detail.state', statuses: run }],
  ['CodeBuild Build State Change', { key: 'detail.project-name', state: 'detail.build-status', statuses: run }],
  [
    'ECS Deployment State Change',
    {
      key: 'resources.0',
      state: 'detail.eventName',
      statuses: new Map([
        ['SERVICE_DEPLOYMENT_COMPLETED', 'resolved'],
        ['SERVICE_DEPLOYMENT_FAILED', 'firing'],
      ]),
    },
  ],
]);

/** What an event of a well-known kind reports on; `undefined` for every other. */
export function reportedEvent(body: JsonObject): Reported | undefined {
  const kind = textAt(body, 'detail-type', 'detailType') ?? '';
  const source = sources.get(kind);
  if (source === undefined) return undefined;
  const name = textAt(body, source.key);
  const status = source.statuses.get(textAt(body, source.state) ?? '');
  return name === undefined || status === undefined ? undefined : { key: name, status, at: utcAt(body, 'time') };
}
