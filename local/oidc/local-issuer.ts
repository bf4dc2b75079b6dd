import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { Provider } from 'oidc-provider';
import * as z from 'zod';
import { Attempts } from './attempts.ts';
import { configurationOf, emailOf, SUBJECT, type IssuerParts } from './configuration.ts';
import { isLoopbackHost } from './loopback.ts';
import { OneTimeCode } from './one-time-code.ts';
import { signOutProblem } from './sign-out.ts';
import { PAGE_HEADERS, signInPage } from './sign-in-page.ts';

const MAX_FORM_BYTES = 10_000;

/** An OpenID Connect issuer below the base URL, for the owner of this machine and the people they invite. */
export interface LocalIssuer {
  /** Whether a request is for the issuer. */
  owns(request: IncomingMessage): boolean;
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Makes the hint that signs in the owner of this machine, once and within two minutes. Secret. */
  issueHint(): string;
}

/** Begins the `login_hint` that is a one-time code, which no email address does. */
const ONE_TIME = 'once:';

/** Makes the issuer; what it keeps lies in its parts. */
export function createLocalIssuer(parts: IssuerParts): LocalIssuer {
  const { origin, pathname } = new URL(parts.issuer);
  const provider = new Provider(parts.issuer, configurationOf(parts));
  provider.proxy = true;
  const answer = provider.callback();
  const context: SignInContext = { provider, parts, attempts: new Attempts(), codes: new OneTimeCode() };
  return {
    issueHint: () => ONE_TIME + context.codes.issue(Date.now()),
    owns: ({ url = '' }) => url.startsWith(`${pathname}/`),
    async handle(request, response) {
      const path = (request.url ?? '').slice(pathname.length);
      if (path.startsWith('/interaction/')) return signIn(context, request, response);
      if (path === '/userinfo') return tellWho(parts, request, response);
      // Cognito takes GET only there; the standard POST, too.
      if (path.startsWith('/auth') && request.method === 'POST') return page(response, 405, 'Use GET.');
      const problem = signOutProblem(parts, request);
      if (problem !== undefined) return page(response, 400, problem);
      // The provider makes its addresses of what it was called by: that is the base URL, whatever name was used.
      request.headers['host'] = new URL(origin).host;
      request.headers['x-forwarded-proto'] = new URL(origin).protocol.replace(':', '');
      delete request.headers['x-forwarded-host'];
      Object.assign(request, { originalUrl: request.url, url: path });
      await answer(request, response);
    },
  };
}

interface SignInContext {
  readonly provider: Provider;
  readonly parts: IssuerParts;
  readonly attempts: Attempts;
  readonly codes: OneTimeCode;
}

/** The page that asks for email and password, and its answer. */
async function signIn(context: SignInContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { provider, parts, attempts } = context;
  const interaction = await provider.interactionDetails(request, response).catch(() => undefined);
  if (interaction === undefined) return page(response, 400, 'This page has expired. Go back to the dashboard.');
  const finish = (accountId: string) => provider.interactionFinished(request, response, { login: { accountId } });
  if (request.method !== 'POST') {
    const code = codeIn(interaction.params['login_hint']);
    if (code === undefined) return page(response, 200);
    return isRedeemed(context, request, code) ? finish(SUBJECT) : page(response, 200, LATE);
  }
  const form = await readForm(request);
  const email = (form.get('email') ?? '').trim();
  if (!attempts.isAllowed(Date.now())) return page(response, 429, 'Too many attempts. Wait a minute.', email);
  const accountId = subjectOf(parts, form);
  if (accountId === undefined) {
    attempts.fail(Date.now());
    return page(response, 401, 'Wrong email or password.', email);
  }
  await finish(accountId);
}

const LATE = 'That link was used before, or is older than two minutes. Restart the router for another one.';

/** The one-time code in a hint, if it is one. */
function codeIn(hint: unknown): string | undefined {
  return typeof hint === 'string' && hint.startsWith(ONE_TIME) ? hint.slice(ONE_TIME.length) : undefined;
}

/** Only where this machine is called by its own name: a page of another site may point that site's name here. */
function isRedeemed({ codes }: SignInContext, { headers }: IncomingMessage, code: string): boolean {
  return isLoopbackHost(headers.host) && codes.redeem(code, Date.now());
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whom email and password belong to. */
function subjectOf({ person, accounts }: IssuerParts, form: URLSearchParams): string | undefined {
  const email = (form.get('email') ?? '').trim().toLowerCase();
  const password = form.get('password') ?? '';
  const isPassword = timingSafeEqual(digest(password), digest(person.password));
  return isPassword && email === person.email ? SUBJECT : accounts.check(email, password);
}

const AccessClaims = z.object({
  sub: z.string(),
  token_use: z.literal('access'),
  client_id: z.string(),
  scope: z.string().regex(/\bopenid\b/),
});

/**
 * What Cognito answers to its own access tokens of scope `openid`: whether an address is verified, as a text.
 *
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/userinfo-endpoint.html
 */
async function tellWho(parts: IssuerParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const keys = createLocalJWKSet({ keys: parts.keys.jwks.keys.map(({ kty, n, e, kid }) => ({ kty, n, e, kid })) });
  const { issuer, clientId } = parts;
  const verified = await jwtVerify(token, keys, { issuer }).catch(() => undefined);
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  const claims = AccessClaims.safeParse(verified?.payload);
  const sub = claims.success && claims.data.client_id === clientId ? claims.data.sub : undefined;
  const email = sub === undefined ? undefined : emailOf(parts, sub);
  if (email === undefined) return void response.writeHead(401, headers).end('{"error":"invalid_token"}');
  response.writeHead(200, headers);
  response.end(JSON.stringify({ sub, email, email_verified: 'true', username: sub }));
}

function page(response: ServerResponse, status: number, problem?: string, email = ''): void {
  response.writeHead(status, PAGE_HEADERS).end(signInPage({ problem, email }));
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= MAX_FORM_BYTES) chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
