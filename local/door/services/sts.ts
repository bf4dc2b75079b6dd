import { ACCOUNT } from '../../assembly/attributes.ts';
import { callerOf } from '../caller.ts';
import { jsonError, type AwsAnswer, type AwsCall } from '../service.ts';

/** STS, as far as the AWS CLI needs it to say who it is. */
export function stsService({ headers, url, body }: AwsCall): AwsAnswer {
  const operation = new URLSearchParams(body.toString()).get('Action') ?? 'unknown';
  if (operation !== 'GetCallerIdentity') {
    const message = `sts ${operation} is not available locally`;
    return jsonError({ status: 501, type: 'NotImplemented', message, operation });
  }
  const name = callerOf(headers, url)?.accessKeyId ?? 'anonymous';
  const content =
    '<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>' +
    `<Arn>arn:aws:sts::${ACCOUNT}:assumed-role/${name}/local</Arn><UserId>${name}</UserId>` +
    `<Account>${ACCOUNT}</Account></GetCallerIdentityResult></GetCallerIdentityResponse>`;
  return { status: 200, headers: { 'content-type': 'text/xml' }, body: content, operation };
}
