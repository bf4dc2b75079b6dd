import type { IncomingMessage } from 'node:http';
import type { IssuerParts } from './configuration.ts';

/** Where the provider ends sessions, below the issuer. */
const END_SESSION = '/session/end';

/**
 * Why Cognito would not end the session of a person who is sent here. Cognito goes by `client_id` and `logout_uri`; the
 * standard has `post_logout_redirect_uri`, which the provider checks after this. What passes both works at either.
 *
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/logout-endpoint.html
 */
export function signOutProblem(
  { baseUrl, issuer, clientId }: Pick<IssuerParts, 'baseUrl' | 'issuer' | 'clientId'>,
  { url = '' }: Pick<IncomingMessage, 'url'>,
): string | undefined {
  const { pathname, searchParams } = new URL(url, issuer);
  if (pathname !== new URL(issuer).pathname + END_SESSION) return undefined;
  if (searchParams.get('client_id') !== clientId) return "Required String parameter 'client_id' is not present.";
  const to = searchParams.get('logout_uri');
  if (to === null) return "Required parameter 'logout_uri' is not present.";
  return to === `${baseUrl}/` ? undefined : 'logout_uri is not one of the allowed sign-out addresses.';
}
