import type { JsonObject } from '../../../message/json-object.ts';
import { numberAt, objectsAt, textAt, textsAt } from '../body-value.ts';
import { around, fieldLines, firstLine, joined, lastStep, lines, type Part, phrase, quote, words } from '../wording.ts';
import type { EventParts } from './event-text.ts';

/** AWS Health: an issue, a change, or something to do. */
export function readHealth(detail: JsonObject): EventParts {
  const category = textAt(detail, 'eventTypeCategory');
  const entities = objectsAt(detail, 'affectedEntities').map((entity) => arnName(textAt(entity, 'entityValue')));
  const service = textAt(detail, 'service');
  const code = textAt(detail, 'eventTypeCode');
  return {
    title: joined([phrase('AWS Health:', service), healthEvent(code, service)], ' – '),
    message: lines(
      quote(textAt(detail, 'eventDescription.0.latestDescription')),
      around('Affected: ', joined(entities, ', ')),
      around('Since ', textAt(detail, 'startTime')),
      around('Until ', textAt(detail, 'endTime')),
    ),
    state: category,
    priority: textAt(detail, 'statusCode') === 'closed' ? 2 : category === 'issue' ? 4 : 3,
  };
}

/** `AWS_EC2_INSTANCE_RETIREMENT_SCHEDULED` of EC2 as words: "instance retirement scheduled". */
function healthEvent(code: Part, service: Part): Part {
  const own = code?.replace(/^AWS_/, '').replace(service === undefined ? '' : `${service}_`, '');
  return own === undefined ? undefined : words(own).toLowerCase();
}

/** What an ARN names; any other text as it is. */
function arnName(text: Part): Part {
  return text?.startsWith('arn:') === true ? lastStep(text) : text;
}

/** A pipeline, stage or action of CodePipeline. */
export function readPipeline(detail: JsonObject): EventParts {
  const state = textAt(detail, 'state')?.toLowerCase();
  const step = joined([textAt(detail, 'stage'), textAt(detail, 'action')], ' / ');
  return {
    title: phrase('Pipeline', textAt(detail, 'pipeline'), around('(', step, ')'), state),
    message: lines(
      textAt(detail, 'execution-result.external-execution-summary', 'additional-attributes.additional-information'),
      around('Failed: ', joined(textsAt(detail, 'additional-attributes.failed-actions'), ', ')),
      around('Execution: ', textAt(detail, 'execution-id')),
    ),
    state,
  };
}

/** A build of CodeBuild. */
export function readBuild(detail: JsonObject): EventParts {
  const state = textAt(detail, 'build-status')?.toLowerCase();
  const phases = objectsAt(detail, 'additional-information.phases');
  const failed = phases.find((phase) => textAt(phase, 'phase-status') === 'FAILED');
  return {
    title: phrase('Build of', textAt(detail, 'project-name'), state === undefined ? undefined : words(state)),
    message: lines(
      around('Failed in ', textAt(failed, 'phase-type')),
      firstLine(joined(textsAt(failed, 'phase-context'), ' ')),
      around('By ', textAt(detail, 'additional-information.initiator')),
      textAt(detail, 'additional-information.logs.deep-link'),
    ),
    state,
  };
}

/** A finding of GuardDuty. */
export function readGuardDuty(detail: JsonObject): EventParts {
  const severity = numberAt(detail, 'severity') ?? 5;
  return {
    title: around('GuardDuty: ', textAt(detail, 'title', 'type')),
    message: lines(
      quote(textAt(detail, 'description')),
      around('Type: ', textAt(detail, 'type')),
      around('Severity: ', textAt(detail, 'severity')),
      around('Account: ', textAt(detail, 'accountId')),
    ),
    // GuardDuty counts to 10: from 7 it is high, from 4 medium.
    state: severity >= 9 ? 'critical' : severity >= 7 ? 'high' : severity >= 4 ? 'medium' : 'low',
  };
}

/** A finding of Security Hub. */
export function readSecurityHub(detail: JsonObject): EventParts {
  return {
    title: around('Security Hub: ', textAt(detail, 'findings.0.Title')),
    message: lines(
      quote(textAt(detail, 'findings.0.Description')),
      around('Resource: ', textAt(detail, 'findings.0.Resources.0.Id')),
      textAt(detail, 'findings.0.Remediation.Recommendation.Url'),
    ),
    state: textAt(detail, 'findings.0.Severity.Label')?.toLowerCase(),
  };
}

/** A call to an AWS API, or a sign-in, as CloudTrail saw it. */
export function readApiCall(detail: JsonObject): EventParts {
  const who = textAt(
    detail,
    'userIdentity.userName',
    'userIdentity.sessionContext.sessionIssuer.userName',
    'userIdentity.arn',
  );
  const error = textAt(detail, 'errorMessage', 'errorCode');
  return {
    title: phrase(textAt(detail, 'eventName'), around('by ', who ?? textAt(detail, 'userIdentity.type'))),
    message: lines(
      error,
      around('Service: ', textAt(detail, 'eventSource')),
      around('From ', textAt(detail, 'sourceIPAddress')),
      fieldLines(detail['requestParameters']),
    ),
    priority: error === undefined ? 2 : 3,
  };
}

/** An object of S3. */
export function readObject(detail: JsonObject): EventParts {
  return {
    title: around('Object in ', textAt(detail, 'bucket.name')),
    message: lines(
      textAt(detail, 'object.key'),
      around('Size: ', textAt(detail, 'object.size'), ' bytes'),
      around('Reason: ', textAt(detail, 'reason', 'deletion-type')),
    ),
  };
}
