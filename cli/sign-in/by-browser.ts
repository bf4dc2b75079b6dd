import { Failure } from '../failure.ts';
import { openCallback } from './callback.ts';
import { openIssuer, secureAddress, signInOf, tokensOf, type SignIn, type Tokens } from './issuer.ts';

/** How long somebody may take to sign in. */
const MOST_MS = 5 * 60 * 1000;

interface Asking {
  /** Shows the address of the sign-in page to the person. */
  readonly show: (address: string) => void | Promise<void>;
  readonly mostMs?: number;
}

/**
 * Signs a person in on the page of the router's issuer: code flow with PKCE, and the answer at an address of this
 * machine.
 *
 * @throws Failure when they do not, or may not
 */
export async function signInByBrowser(url: string, { show, mostMs = MOST_MS }: Asking): Promise<SignIn & Tokens> {
  const signIn = await signInOf(url);
  const issuer = await openIssuer(signIn);
  const { client, config } = issuer;
  // The browser opens it, or whatever program the scheme of an address belongs to.
  secureAddress(config.serverMetadata().authorization_endpoint ?? '');
  const [verifier, state] = [client.randomPKCECodeVerifier(), client.randomState()];
  const callback = await openCallback(state);
  try {
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: callback.redirectUri,
      scope: signIn.scope,
      state,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    await show(address.href);
    const answer = await inTime(callback.answered, mostMs, lateWords(callback.redirectUri, signIn));
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    const tokens = await tokensOf(issuer, async () => client.authorizationCodeGrant(config, answer, checks));
    return { ...signIn, ...tokens };
  } finally {
    callback.close();
  }
}

const lateWords = (redirectUri: string, { clientId, issuer }: SignIn): string =>
  `nobody signed in within five minutes; if the page of ${new URL(issuer).host} refuses the redirect address, ` +
  `add ${redirectUri} to those of its client ${clientId}`;

async function inTime<T>(promise: Promise<T>, mostMs: number, late: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Failure(late)), mostMs);
  });
  return Promise.race([promise, isLate]).finally(() => clearTimeout(timer));
}
