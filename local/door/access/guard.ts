import type { IncomingHttpHeaders } from 'node:http';
import type { AccessControl } from '../../iam/access-control.ts';
import type { Decision } from '../../iam/evaluate.ts';
import type { AwsCaller } from '../caller.ts';
import { jsonError, targetOperation, type AwsAnswer, type AwsCall } from '../service.ts';
import { denialOf, type Denied } from './denial.ts';
import type { Needed, NeedsOf } from './requests.ts';

/** Lets a call pass, or says what the caller hears instead. */
export interface Guard {
  /** @param needsOf what the call needs; `undefined` as a whole: the service asks for no rights. */
  refusalOf(caller: AwsCaller, call: AwsCall, needsOf: NeedsOf | undefined): AwsAnswer | undefined;
}

/** Access key ids of the person at this machine and of the runner: the account's administrators. */
const ADMINISTRATOR = /^(operator|local-runner)(-[a-z-]+)?$/;

/** Before the templates are read there are no other callers. */
export const administratorsOnly: Guard = {
  refusalOf: (caller, call) => (ADMINISTRATOR.test(caller.accessKeyId) ? undefined : unknownCaller(call)),
};

/** Holds everybody with a role to the policies of the templates. */
export function guardOf(access: AccessControl): Guard {
  return {
    refusalOf(caller, call, needsOf) {
      const subject = access.subjectOf(caller.accessKeyId);
      if (subject === undefined) return administratorsOnly.refusalOf(caller, call, needsOf);
      if (needsOf === undefined) return undefined;
      const needed = readNeeds(call, needsOf);
      if (needed === undefined) return notUnderstood(caller, call);
      const context = { 'aws:securetransport': String(isSecure(call.headers)) };
      for (const { action, resource, context: more } of needed) {
        const decision = access.decide(subject, { action, resource, context: { ...context, ...more } });
        if (decision.outcome !== 'allowed') {
          const user = subject.kind === 'role' ? subject.sessionArn : subject.name;
          return denialOf({ service: caller.service, user, action, resource, because: reasonOf(decision) });
        }
      }
      return undefined;
    },
  };
}

/** A call that cannot be read cannot be allowed. */
function readNeeds(call: AwsCall, needsOf: NeedsOf): readonly Needed[] | undefined {
  try {
    return needsOf(call);
  } catch {
    return undefined;
  }
}

/** The door stands for endpoints with TLS, unless a proxy in front of it says that it was spoken to without. */
function isSecure(headers: IncomingHttpHeaders): boolean {
  return headers['x-forwarded-proto'] !== 'http';
}

function reasonOf({ outcome, missing }: Decision): Denied['because'] {
  if (outcome === 'denied by identity policy') return 'explicit identity';
  if (outcome === 'denied by resource policy') return 'explicit resource';
  return missing === 'identity' ? 'missing identity' : 'missing resource';
}

function unknownCaller({ headers }: AwsCall): AwsAnswer {
  const message = 'The security token included in the request is invalid.';
  return jsonError({ status: 403, type: 'UnrecognizedClientException', message, operation: targetOperation(headers) });
}

function notUnderstood({ service }: AwsCaller, { headers, method }: AwsCall): AwsAnswer {
  const operation = targetOperation(headers);
  const message = `which rights ${service} ${operation === 'unknown' ? method : operation} needs is not known locally`;
  return jsonError({ status: 501, type: 'NotImplemented', message, operation });
}
