/** A client of a router's management API, typed by its OpenAPI document. It needs no package besides this one. */
import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from '../dashboard/src/api/schema.d.ts';

export type { components, paths };

/** Calls the management API: `client.GET('/api/v1/me')` answers with `data` or with `error`, and with the `response`. */
export type RouterClient = Client<paths>;

/** Which router to call, and as whom. */
export interface RouterClientOptions {
  /** The base URL of the router, such as `https://notify.example.com`. */
  readonly url: string;
  /** A management token, `nrm_…`, or an access token of somebody who signed in. */
  readonly token: string;
  /** @default that of the platform; redirects are errors, because a token goes to no other place */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** Makes a client. It calls nothing yet. */
export function createRouterClient({ url, token, fetch = ownFetch }: RouterClientOptions): RouterClient {
  return createClient<paths>({ baseUrl: url, headers: { authorization: `Bearer ${token}` }, fetch });
}

const ownFetch = async (request: Request): Promise<Response> => fetch(request, { redirect: 'error' });
