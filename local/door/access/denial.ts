import { escapeXml, failure } from '../../s3/answer.ts';
import { jsonError, type AwsAnswer } from '../service.ts';

/** A refusal: who asked for what, and why they do not get it. */
export interface Denied {
  readonly service: string;
  /** ARN of the caller's session. */
  readonly user: string;
  /** As policies write it. */
  readonly action: string;
  readonly resource: string;
  readonly because: 'explicit identity' | 'explicit resource' | 'missing identity' | 'missing resource';
}

/**
 * Writes the refusal in the words and the format of its service.
 *
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_access-denied.html
 */
export function denialOf(denied: Denied): AwsAnswer {
  const { service, action } = denied;
  const [, operation = ''] = action.split(':');
  const message = messageOf(denied);
  switch (service) {
    case 's3':
      return { ...failure(403, 'AccessDenied', message), operation };
    case 'sns':
      return { ...xmlError('AuthorizationError', message), operation };
    case 'sqs':
      return sqsError(message, operation);
    case 'lambda':
    case 'ses':
      return jsonError({ status: 403, type: 'AccessDeniedException', message, operation });
    default:
      return coralError(message, operation);
  }
}

function messageOf({ service, user, action, resource, because }: Denied): string {
  const [prefix = '', name = ''] = action.split(':');
  const [written, where] =
    service === 'sqs'
      ? [action.toLowerCase(), resource]
      : service === 'sns'
        ? [`SNS:${name}`, resource]
        : [`${prefix}:${name}`, service === 's3' ? `"${resource}"` : resource];
  return `User: ${user} is not authorized to perform: ${written} on resource: ${where} ${reasonOf(because, written)}`;
}

function reasonOf(because: Denied['because'], action: string): string {
  switch (because) {
    case 'explicit identity':
      return 'with an explicit deny in an identity-based policy';
    case 'explicit resource':
      return 'with an explicit deny in a resource-based policy';
    case 'missing identity':
      return `because no identity-based policy allows the ${action} action`;
    case 'missing resource':
      return `because no resource-based policy allows the ${action} action`;
    default:
      throw new Error(`no reason ${String(because satisfies never)}`);
  }
}

function coralError(message: string, operation: string): AwsAnswer {
  const type = 'com.amazon.coral.service#AccessDeniedException';
  const body = JSON.stringify({ __type: type, Message: message });
  return { status: 400, headers: { 'content-type': 'application/x-amz-json-1.0' }, body, operation };
}

/** The header carries the error's name in the older query protocol. */
function sqsError(message: string, operation: string): AwsAnswer {
  const answer = coralError(message, operation);
  return { ...answer, status: 403, headers: { ...answer.headers, 'x-amzn-query-error': 'AccessDenied;Sender' } };
}

function xmlError(code: string, message: string): Omit<AwsAnswer, 'operation'> {
  const error = `<Error><Type>Sender</Type><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error>`;
  const body = `<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/">${error}</ErrorResponse>`;
  return { status: 403, headers: { 'content-type': 'text/xml' }, body };
}
