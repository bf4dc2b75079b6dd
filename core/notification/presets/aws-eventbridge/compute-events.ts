import type { JsonObject } from '../../../message/json-object.ts';
import { numberAt, objectAt, objectsAt, textAt, textsAt } from '../body-value.ts';
import { around, joined, lastStep, lines, phrase, quote, words } from '../wording.ts';
import type { EventParts } from './event-text.ts';

/** A task of ECS: a stopped one says why. */
export function readEcsTask(detail: JsonObject): EventParts {
  const exits = objectsAt(detail, 'containers').map((container) =>
    phrase(
      textAt(container, 'name'),
      around('exited with ', textAt(container, 'exitCode')),
      textAt(container, 'reason'),
    ),
  );
  const status = textAt(detail, 'lastStatus');
  const failed = objectsAt(detail, 'containers').some((container) => (numberAt(container, 'exitCode') ?? 0) !== 0);
  return {
    title: phrase('ECS task', textAt(detail, 'group'), status?.toLowerCase()),
    message: lines(
      textAt(detail, 'stoppedReason'),
      ...(status === 'STOPPED' ? exits : []),
      around('Cluster: ', lastStep(textAt(detail, 'clusterArn'))),
    ),
    state: status?.toLowerCase(),
    priority: failed || textAt(detail, 'stopCode') === 'TaskFailedToStart' ? 4 : 2,
  };
}

/** A deployment or service of ECS. */
export function readEcsDeployment(detail: JsonObject): EventParts {
  const name = textAt(detail, 'eventName');
  const failed = textAt(detail, 'eventType') === 'ERROR' || /FAILED|IMPAIRED|UNABLE/.test(name ?? '');
  return {
    title: around('ECS: ', name === undefined ? undefined : words(name).toLowerCase()),
    message: lines(textAt(detail, 'reason'), around('Cluster: ', lastStep(textAt(detail, 'clusterArn')))),
    state: textAt(detail, 'eventType')?.toLowerCase(),
    priority: failed ? 4 : 2,
  };
}

/** An instance of EC2. */
export function readEc2(detail: JsonObject): EventParts {
  const state = textAt(detail, 'state');
  return {
    title: phrase('EC2 instance', textAt(detail, 'instance-id'), around('is ', state)),
    state,
    priority: state === 'terminated' || state === 'stopped' ? 3 : 2,
  };
}

/** A Spot instance that AWS is about to take back. */
export function readSpot(detail: JsonObject): EventParts {
  const action = textAt(detail, 'instance-action');
  return {
    title: phrase('Spot instance', textAt(detail, 'instance-id'), 'is about to be interrupted'),
    message: around('In two minutes AWS takes it back: ', action),
    state: action,
    priority: 4,
  };
}

/** A Step Functions execution. */
export function readExecution(detail: JsonObject): EventParts {
  const state = textAt(detail, 'status')?.toLowerCase();
  return {
    title: phrase(
      'Execution of',
      lastStep(textAt(detail, 'stateMachineArn')),
      state === undefined ? undefined : words(state),
    ),
    message: lines(
      textAt(detail, 'error'),
      quote(textAt(detail, 'cause')),
      around('Execution: ', textAt(detail, 'name')),
    ),
    state,
  };
}

/** A job of AWS Batch. */
export function readBatch(detail: JsonObject): EventParts {
  const state = textAt(detail, 'status')?.toLowerCase();
  return {
    title: phrase('Batch job', textAt(detail, 'jobName'), state),
    message: lines(textAt(detail, 'statusReason'), around('Queue: ', lastStep(textAt(detail, 'jobQueue')))),
    state,
  };
}

/** A database of RDS. */
export function readRds(detail: JsonObject): EventParts {
  return {
    title: around('RDS: ', textAt(detail, 'SourceIdentifier')),
    message: lines(textAt(detail, 'Message'), around('About: ', joined(textsAt(detail, 'EventCategories'), ', '))),
    priority: /fail|low storage|deletion/.test(joined(textsAt(detail, 'EventCategories'), ' ') ?? '') ? 4 : 2,
  };
}

/** A scan of a container image: what was found, worst first. */
export function readImageScan(detail: JsonObject): EventParts {
  const counts = objectAt(detail, 'finding-severity-counts');
  const found = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'].filter((severity) => numberAt(counts, severity));
  const state = found[0]?.toLowerCase();
  return {
    title: phrase('Image scan of', textAt(detail, 'repository-name'), around('found ', state, ' issues')),
    message: lines(
      joined(
        found.map((severity) => phrase(textAt(counts, severity), severity.toLowerCase())),
        ', ',
      ) ?? 'Nothing was found.',
      around('Tags: ', joined(textsAt(detail, 'image-tags'), ', ')),
    ),
    state,
  };
}
