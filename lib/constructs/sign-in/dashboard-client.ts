import { Duration } from 'aws-cdk-lib';
import {
  CfnManagedLoginBranding,
  OAuthScope,
  type UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { COMMAND_PORTS, commandCallbackUrl } from '../../../cli/sign-in/callback-addresses.ts';
import type { SignIn } from './sign-in.ts';

/** Who may sign in, and where the dashboard is. */
export interface DashboardClientProps {
  readonly pool: UserPool;
  /** Base URLs at which people open the dashboard, without a trailing slash. */
  readonly baseUrls: readonly string[];
  /** Identity providers of the pool that people may come from, beside the pool itself. */
  readonly providers: readonly string[];
}

/**
 * The dashboard and the command `notify` as one public client of the user pool: code flow with PKCE, and refresh tokens
 * that are used once. A client of its own for the command would get the same scopes and the same rights.
 */
export class DashboardClient extends Construct implements SignIn {
  readonly issuer: string;
  readonly clientId: string;

  constructor(scope: Construct, id: string, { pool, baseUrls, providers }: DashboardClientProps) {
    super(scope, id);
    const client = new UserPoolClient(this, 'Client', {
      userPool: pool,
      generateSecret: false,
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL],
        callbackUrls: [...baseUrls.map((url) => `${url}/callback`), ...COMMAND_PORTS.map(commandCallbackUrl)],
        logoutUrls: baseUrls.map((url) => `${url}/`),
      },
      supportedIdentityProviders: [
        UserPoolClientIdentityProvider.COGNITO,
        ...providers.map((name) => UserPoolClientIdentityProvider.custom(name)),
      ],
      // Cognito refuses to rotate refresh tokens for a client that allows `ALLOW_REFRESH_TOKEN_AUTH`, and a client that
      // names no flow allows it. The sign-in page needs no other flow.
      authFlows: { userSrp: true },
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(30),
      // Two tabs may refresh at the same moment.
      refreshTokenRotationGracePeriod: Duration.seconds(10),
    });
    // Without a style there is no sign-in page.
    new CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: pool.userPoolId,
      clientId: client.userPoolClientId,
      useCognitoProvidedValues: true,
    });
    this.issuer = pool.userPoolProviderUrl;
    this.clientId = client.userPoolClientId;
  }
}
