import type { User, UserManager } from 'oidc-client-ts';
import { ApiError } from '../api/api-error.ts';

/** Signing in with the issuer of this deployment. */
export interface Login {
  /** Goes to the issuer's page; comes back to `returnTo`, a path. `hint`: what the issuer may know the person by. */
  start(returnTo: string, hint?: string): Promise<void>;
  /** Signs in again in a window of its own, so that nothing is lost here; goes to the issuer's page where none opens. */
  again(returnTo: string): Promise<void>;
  /** Ends the way back; gives the path to go on to, or nothing where the window that asked goes on. */
  finish(): Promise<string | undefined>;
  /**
   * The current access token, renewed when it is about to end; `undefined`: nobody is signed in, or not any more.
   *
   * @throws ApiError when the issuer does not answer
   */
  accessToken(): Promise<string | undefined>;
  /** Forgets the tokens here without asking the issuer. */
  forget(): Promise<void>;
  /** Ends the session here and at the issuer. */
  signOut(): Promise<void>;
}

interface AuthConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
}

/** The login that this deployment is set up with; `undefined`: only management tokens work. */
export async function loadLogin(): Promise<Login | undefined> {
  const config = await readAuthConfig();
  if (config === undefined) return undefined;
  const { ErrorResponse, UserManager, WebStorageStateStore } = await import('oidc-client-ts');
  return createLogin(
    new UserManager({
      authority: config.issuer,
      client_id: config.clientId,
      scope: config.scope,
      redirect_uri: `${location.origin}/callback`,
      post_logout_redirect_uri: `${location.origin}/`,
      // Of this tab only: tokens survive a reload and vanish with the tab or at sign-out.
      userStore: new WebStorageStateStore({ store: sessionStorage }),
      stateStore: new WebStorageStateStore({ store: sessionStorage }),
      // Renewed when it is used: timers stand still while a computer sleeps, and a refresh token works once.
      automaticSilentRenew: false,
      validateSubOnSilentRenew: true,
    }),
    (error) => (error instanceof ErrorResponse ? (error.error ?? '') : undefined),
  );
}

/**
 * The code by which an issuer refused something; `undefined`: it did not answer.
 *
 * @see RFC 6749, section 5.2
 */
type RefusalOf = (error: unknown) => string | undefined;

/** How long before its end a token is not used any more: a call takes its time, and clocks differ. */
const RENEW_BEFORE_SECONDS = 60;

function createLogin(manager: UserManager, refusalOf: RefusalOf): Login {
  const renew = createRenewal(manager, refusalOf);
  return {
    start: (returnTo, hint) => manager.signinRedirect({ state: returnTo, ...(hint && { login_hint: hint }) }),
    again: async (returnTo) => {
      const isBlocked = await manager.signinPopup().then(
        () => false,
        () => true,
      );
      if (isBlocked) await manager.signinRedirect({ state: returnTo });
    },
    finish: async () => {
      if (window.opener !== null) {
        await manager.signinPopupCallback();
        return undefined;
      }
      const { state } = await manager.signinRedirectCallback();
      return typeof state === 'string' && /^\/(?!\/)/.test(state) ? state : '/';
    },
    accessToken: async () => {
      const user = await manager.getUser();
      if (user === null) return undefined;
      return (user.expires_in ?? Infinity) > RENEW_BEFORE_SECONDS ? user.access_token : renew(user);
    },
    forget: () => manager.removeUser(),
    signOut: async () => {
      const user = await manager.getUser();
      if (user === null) return;
      // Not every issuer has an end-session endpoint; forgetting the tokens is then all there is.
      await manager.signoutRedirect({ extraQueryParams: cognitoSignOut(manager) }).catch(() => manager.removeUser());
    },
  };
}

/** What Cognito wants in place of the standard parameters. Others ignore what they do not know. */
function cognitoSignOut({ settings }: UserManager): Record<string, string> {
  return { client_id: settings.client_id, logout_uri: settings.post_logout_redirect_uri ?? '' };
}

/** Renews the tokens by the refresh token, once for all who ask at the same time. */
function createRenewal(manager: UserManager, refusalOf: RefusalOf) {
  let running: Promise<string | undefined> | undefined;
  const renew = async (user: User): Promise<string | undefined> => {
    const rest = user.expired === true ? undefined : user.access_token;
    if (user.refresh_token === undefined) return rest;
    try {
      return (await manager.signinSilent())?.access_token ?? rest;
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === 'invalid_grant') await dropRefreshToken(manager, user);
      if (rest !== undefined || refusal !== undefined) return rest;
      throw new ApiError(0, 'The issuer of logins did not answer');
    }
  };
  return (user: User) => (running ??= renew(user).finally(() => (running = undefined)));
}

/** What is refused once is not shown again: an issuer may take that for a theft. */
async function dropRefreshToken(manager: UserManager, refused: User): Promise<void> {
  const current = await manager.getUser();
  // Somebody may have signed in again meanwhile.
  if (current === null || current.refresh_token !== refused.refresh_token) return;
  delete current.refresh_token;
  await manager.storeUser(current);
}

async function readAuthConfig(): Promise<AuthConfig | undefined> {
  const answer: unknown = await fetch('/api/v1/auth-config').then(
    (response) => (response.ok ? response.json() : undefined),
    () => undefined,
  );
  if (typeof answer !== 'object' || answer === null) return undefined;
  const issuer = 'issuer' in answer ? answer.issuer : undefined;
  const clientId = 'clientId' in answer ? answer.clientId : undefined;
  const scope = 'scope' in answer ? answer.scope : undefined;
  if (typeof issuer !== 'string' || typeof clientId !== 'string') return undefined;
  return { issuer, clientId, scope: typeof scope === 'string' ? scope : 'openid email' };
}
