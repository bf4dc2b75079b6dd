import { createRouterClient, type components, type paths, type RouterClient } from '../../client/index.ts';
import { Failure } from '../failure.ts';
import { currentToken } from '../sign-in/session.ts';
import type { Surroundings } from '../terminal/surroundings.ts';
import { bodyOf, reach } from './answers.ts';
import { credentialsOf, type Credentials } from './credentials.ts';

const CALL_TIMEOUT_MS = 30_000;

type Schemas = components['schemas'];
export type Channel = Schemas['Channel'];
export type Message = Schemas['Message'];
export type MessageSummary = Schemas['MessageSummary'];
export type Webhook = Schemas['Webhook'];
export type AlertSummary = Schemas['AlertSummary'];
export type Plan = Schemas['ConfigPlan'];
export type Delivery = MessageSummary['deliveries'][number];
export type MessageQuery = NonNullable<
  paths['/api/v1/organizations/{organizationId}/messages']['get']['parameters']['query']
>;

export type AlertQuery = NonNullable<
  paths['/api/v1/organizations/{organizationId}/alerts']['get']['parameters']['query']
>;

/** One organisation of one router, as the holder of a token sees it. */
export interface Router {
  /** The base URL, without a slash at its end. */
  readonly url: string;
  readonly organization: Schemas['Me']['organizations'][number];
  /** Whose access token this is; null for a management token. */
  readonly user: Schemas['Me']['user'];
  /** The management API, typed by its OpenAPI document. */
  readonly api: RouterClient;
}

/** The router that the variables or the current context name. @throws Failure */
export async function openRouter(surroundings: Pick<Surroundings, 'env'>): Promise<Router> {
  return openWith(surroundings, await credentialsOf(surroundings));
}

/** The router of these credentials, with a token that works by now. @throws Failure */
export async function openWith({ env }: Pick<Surroundings, 'env'>, credentials: Credentials): Promise<Router> {
  return connect({ ...credentials, token: await currentToken(env, credentials) });
}

/**
 * Asks the router whose token this is.
 *
 * @throws Failure when it does not answer, or does not know the token
 */
export async function connect({ url, token, organization: wanted }: Omit<Credentials, 'signedIn'>): Promise<Router> {
  const { host } = new URL(url);
  const api = createRouterClient({
    url,
    token,
    fetch: async (request) =>
      reach(async () => fetch(request, { redirect: 'error', signal: AbortSignal.timeout(CALL_TIMEOUT_MS) }), host),
  });
  const me = await bodyOf(api.GET('/api/v1/me'));
  return { url, organization: organizationIn(me, wanted), user: me.user, api };
}

/** @throws Failure when it could be several, or none */
function organizationIn({ organizations, user }: Schemas['Me'], wanted: string | undefined) {
  const found = organizations.filter(({ id, name }) => wanted === undefined || id === wanted || name === wanted);
  const [organization, another] = found;
  const known = organizations.map(({ id, name }) => `${JSON.stringify(name)} (${id})`).join(', ');
  if (organization !== undefined && another === undefined) return organization;
  if (organization !== undefined)
    throw new Failure(`choose an organization by name or id with --organization: ${known}`);
  if (known !== '') throw new Failure(`you are not in the organization "${wanted}"; run "notify login" for ${known}`);
  if (user === null) throw new Failure('this token belongs to no organization any more; make a new one');
  throw new Failure('you belong to no organization; make one in the dashboard, or let somebody invite you');
}

/** All webhooks, newest first. */
export async function webhooksOf({ api, organization }: Router): Promise<Webhook[]> {
  const path = { organizationId: organization.id };
  return readAll(async (cursor) =>
    bodyOf(api.GET('/api/v1/organizations/{organizationId}/webhooks', { params: { path, query: page(cursor) } })),
  );
}

/** All channels, newest first. */
export async function channelsOf({ api, organization }: Router): Promise<Channel[]> {
  const path = { organizationId: organization.id };
  return readAll(async (cursor) =>
    bodyOf(api.GET('/api/v1/organizations/{organizationId}/channels', { params: { path, query: page(cursor) } })),
  );
}

/** The newest messages that fit, at most so many. Pages of a search may be empty and still have a next one. */
export async function messagesOf({ api, organization }: Router, query: MessageQuery, most: number) {
  const path = { organizationId: organization.id };
  const read = async (cursor: string | undefined) => {
    const params = { path, query: { ...query, ...page(cursor, Math.min(most, PAGE)) } };
    return bodyOf(api.GET('/api/v1/organizations/{organizationId}/messages', { params }));
  };
  return (await readAll(read, most)).slice(0, most);
}

/** The alerts that fit, those first that began last, at most so many. */
export async function alertsOf({ api, organization }: Router, query: AlertQuery, most: number) {
  const path = { organizationId: organization.id };
  const read = async (cursor: string | undefined) => {
    const params = { path, query: { ...query, ...page(cursor, Math.min(most, PAGE)) } };
    return bodyOf(api.GET('/api/v1/organizations/{organizationId}/alerts', { params }));
  };
  return (await readAll(read, most)).slice(0, most);
}

/** Says that somebody has an alert: for so many seconds, or until it ends. @throws Refusal when there is none */
export async function acknowledge({ api, organization }: Router, alertId: string, seconds?: number) {
  const path = { organizationId: organization.id, alertId };
  const body = seconds === undefined ? {} : { seconds };
  return bodyOf(
    api.POST('/api/v1/organizations/{organizationId}/alerts/{alertId}/acknowledge', { params: { path }, body }),
  );
}

/** Ends an alert. @throws Refusal when there is none */
export async function resolve({ api, organization }: Router, alertId: string) {
  const path = { organizationId: organization.id, alertId };
  return bodyOf(api.POST('/api/v1/organizations/{organizationId}/alerts/{alertId}/resolve', { params: { path } }));
}

/** One message with its payload, deliveries and routing. @throws Refusal when there is none */
export async function messageOf({ api, organization }: Router, messageId: string): Promise<Message> {
  const path = { organizationId: organization.id, messageId };
  return bodyOf(api.GET('/api/v1/organizations/{organizationId}/messages/{messageId}', { params: { path } }));
}

/** Where the dashboard shows an alert. */
export const alertPage = ({ url }: Pick<Router, 'url'>, alertId: string): string =>
  `${url}/alerts/${encodeURIComponent(alertId)}`;

/** Where the dashboard shows an ask. */
export const askPage = ({ url }: Pick<Router, 'url'>, askId: string): string =>
  `${url}/asks/${encodeURIComponent(askId)}`;

/** Where the dashboard shows a message. */
export const messagePage = ({ url }: Pick<Router, 'url'>, messageId: string): string =>
  `${url}/messages/${encodeURIComponent(messageId)}`;

const PAGE = 100;

const page = (cursor: string | undefined, limit = PAGE) => ({ limit, ...(cursor === undefined ? {} : { cursor }) });

interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

async function readAll<T>(read: (cursor: string | undefined) => Promise<Page<T>>, enough = Infinity): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const { items: found, nextCursor } = await read(cursor);
    items.push(...found);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined && items.length < enough);
  return items;
}
