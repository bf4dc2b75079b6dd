import * as z from 'zod';
import { ACCOUNT, REGION } from '../../assembly/attributes.ts';
import type { Accounts } from '../../oidc/accounts.ts';
import type { SentLog } from '../../sending/sent-log.ts';
import { jsonBody, type NeedsOf } from '../access/requests.ts';
import { jsonError, targetOperation, type AwsAnswer, type AwsService } from '../service.ts';

const AdminCreateUser = z.object({
  UserPoolId: z.string(),
  Username: z.email(),
  MessageAction: z.enum(['RESEND', 'SUPPRESS']).optional(),
});

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoncognitouserpools.html */
export const cognitoNeeds: NeedsOf = (call) => {
  const operation = targetOperation(call.headers);
  if (operation !== 'AdminCreateUser') return undefined;
  const { UserPoolId } = AdminCreateUser.parse(jsonBody(call));
  return [
    { action: `cognito-idp:${operation}`, resource: `arn:aws:cognito-idp:${REGION}:${ACCOUNT}:userpool/${UserPoolId}` },
  ];
};

/** Cognito, as far as adding people goes: writes down the mail with their first password. */
export function cognitoService(accounts: Accounts, sent: SentLog): AwsService {
  return (call): AwsAnswer => {
    const operation = targetOperation(call.headers);
    const refuse = (type: string): AwsAnswer => jsonError({ status: 400, type, message: type, operation });
    const parsed = AdminCreateUser.safeParse(jsonBody(call));
    if (!parsed.success) return refuse('InvalidParameterException');
    const { Username, MessageAction } = parsed.data;
    // The first password counts as used: whoever loses it makes a new data folder.
    if (MessageAction === 'RESEND') return refuse('UnsupportedUserStateException');
    const password = accounts.create(Username);
    if (password === undefined) return refuse('UsernameExistsException');
    if (MessageAction === undefined) sent.append('cognito', { to: Username, password });
    const headers = { 'content-type': 'application/x-amz-json-1.1' };
    return { status: 200, headers, body: JSON.stringify({ User: { Username } }), operation };
  };
}
