import type { Configuration, JWTStructured, KoaContextWithOIDC } from 'oidc-provider';
import type { Accounts } from './accounts.ts';
import type { IssuerKeys } from './keys.ts';
import type { IssuerStore } from './store.ts';

/** The owner of this machine's first organisation. */
export interface LocalPerson {
  readonly email: string;
  readonly password: string;
}

/** What the issuer is made of. */
export interface IssuerParts {
  /** Where the app is, without a trailing slash. */
  readonly baseUrl: string;
  /** The issuer's own address, below the base URL. */
  readonly issuer: string;
  readonly clientId: string;
  /** The addresses that the client may be answered at. */
  readonly callbacks: readonly string[];
  readonly person: LocalPerson;
  /** Everybody else: people who were invited. */
  readonly accounts: Accounts;
  readonly keys: IssuerKeys;
  readonly store: IssuerStore;
}

/** Names the owner of this machine in tokens. */
export const SUBJECT = 'owner';

const SCOPE = 'openid email';

/** The address that a subject signs in with. */
export function emailOf({ person, accounts }: Pick<IssuerParts, 'person' | 'accounts'>, subject: string) {
  return subject === SUBJECT ? person.email : accounts.emailOf(subject);
}
const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/**
 * The people of this machine, one public client, code flow with PKCE, and JWT access tokens for this API: the dashboard
 * finds the same at any other issuer. Nobody is asked to consent to what is their own.
 */
export function configurationOf(parts: IssuerParts): Configuration {
  const { baseUrl, issuer, clientId, keys, store } = parts;
  return {
    adapter: (model: string) => store.adapter(model),
    clients: [clientOf(parts)],
    jwks: keys.jwks,
    cookies: { keys: [keys.cookieKey] },
    scopes: SCOPE.split(' '),
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    findAccount: (_, accountId) => {
      const email = emailOf(parts, accountId);
      if (email === undefined) return undefined;
      return { accountId, claims: () => ({ sub: accountId, email, email_verified: true }) };
    },
    loadExistingGrant: (context) => ownGrant(context, `${baseUrl}/api/v1`),
    interactions: { url: (_, { uid }) => `${new URL(issuer).pathname}/interaction/${uid}` },
    pkce: { required: () => true },
    formats: { customizers: { jwt: asCognitoWrites } },
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    clientBasedCORS: (_, origin) => origin === new URL(baseUrl).origin,
    discovery: { userinfo_endpoint: `${issuer}/userinfo` },
    features: {
      devInteractions: { enabled: false },
      // The provider's refuses tokens that are meant for an API; ours takes them, as other issuers do.
      userinfo: { enabled: false },
      revocation: { enabled: true },
      rpInitiatedLogout: { enabled: true, logoutSource: signOutAtOnce },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => `${baseUrl}/api/v1`,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: SCOPE,
          audience: clientId,
          accessTokenFormat: 'jwt',
          accessTokenTTL: HOUR_SECONDS,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    ttl: {
      AccessToken: HOUR_SECONDS,
      IdToken: HOUR_SECONDS,
      Interaction: HOUR_SECONDS,
      Session: 14 * DAY_SECONDS,
      Grant: 14 * DAY_SECONDS,
      RefreshToken: 30 * DAY_SECONDS,
    },
    renderError: (context, { error, error_description: description }) => {
      context.type = 'text/plain';
      context.body = `Signing in did not work: ${description ?? error}\n`;
    },
  };
}

function clientOf({ baseUrl, clientId, callbacks }: IssuerParts) {
  return {
    client_id: clientId,
    token_endpoint_auth_method: 'none' as const,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code' as const],
    redirect_uris: [...callbacks],
    post_logout_redirect_uris: [`${baseUrl}/`],
  };
}

/**
 * An access token as Cognito writes it: it names its use, not its type, and a client, not an audience.
 *
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html
 */
function asCognitoWrites(_: KoaContextWithOIDC, __: unknown, parts: JWTStructured): void {
  const { payload } = parts;
  // The provider insists on an audience; this one vanishes when the token is written.
  Object.assign(payload, {
    aud: { toJSON: () => undefined },
    token_use: 'access',
    username: payload['sub'],
    version: 2,
  });
  Object.assign(parts, { header: { typ: undefined } });
}

/** Everything the dashboard asks for, granted. */
async function ownGrant({ oidc }: KoaContextWithOIDC, resource: string) {
  const { client, session, provider } = oidc;
  const accountId = session?.accountId;
  if (client === undefined || accountId === undefined) return undefined;
  const grantId = session?.grantIdFor(client.clientId);
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (known !== undefined) return known;
  const grant = new provider.Grant({ clientId: client.clientId, accountId });
  grant.addOIDCScope(SCOPE);
  grant.addResourceScope(resource, SCOPE);
  await grant.save();
  return grant;
}

/** A person who signed out in the dashboard is not asked to confirm it. */
function signOutAtOnce(context: KoaContextWithOIDC, form: string): void {
  const submit = 'document.forms[0].submit()';
  context.body = `<!doctype html><title>Signing out</title>${form.replace('</form>', '<input type="hidden" name="logout" value="yes"></form>')}<script>${submit}</script>`;
}
