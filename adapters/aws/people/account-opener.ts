import {
  AdminCreateUserCommand,
  CognitoIdentityProviderClient,
  UnsupportedUserStateException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { createClient } from '../create-client.ts';

/**
 * Lets people sign in at a user pool that nobody joins by themselves. Cognito mails a first password, which is good for
 * as long as an invitation is. A person who never used theirs gets another; a person with an account gets no mail.
 *
 * Not without Cognito's mail: people whose first password they never saw cannot ask for another, either.
 *
 * @returns for an email address, whether somebody can sign in with it now
 * @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminCreateUser.html
 */
export function createAccountOpener(UserPoolId: string): (email: string) => Promise<boolean> {
  const cognito = createClient(CognitoIdentityProviderClient);
  const ask = async (email: string, MessageAction?: 'RESEND'): Promise<unknown> => {
    const command = new AdminCreateUserCommand({
      UserPoolId,
      Username: email,
      // The invitation is for this address: whoever reads its mail is meant.
      UserAttributes: [
        { Name: 'email', Value: email },
        { Name: 'email_verified', Value: 'true' },
      ],
      DesiredDeliveryMediums: ['EMAIL'],
      ...(MessageAction !== undefined && { MessageAction }),
    });
    return cognito.send(command).then(
      () => undefined,
      (error: unknown) => error,
    );
  };
  return async (email) => {
    const first = await ask(email);
    if (!(first instanceof UsernameExistsException)) return first === undefined;
    const again = await ask(email, 'RESEND');
    return again === undefined || again instanceof UnsupportedUserStateException;
  };
}
