import createClient, { type Client } from 'openapi-fetch';
import { learnTime } from '../time/clock.ts';
import { ApiError, type FieldFault } from './api-error.ts';
import type { paths } from './schema.d.ts';

/** The management API, typed by its OpenAPI document. */
export type ApiClient = Client<paths>;

/** What a call is made with. */
interface Credential {
  /** `undefined`: nobody is signed in. */
  readonly token: string | undefined;
  /** Which session of this page it belongs to. */
  readonly session: number;
}

interface ClientOptions {
  /** The credential for the next call; asked anew each time, because it may have been renewed. */
  readonly credential: () => Promise<Credential>;
  /** Called when an answer says that the credential of its call proves nothing any more; that call may be an old one. */
  readonly onUnauthorized: (refused: Credential) => void;
}

/** Makes a client of the API on this page's own origin. */
export function createApiClient({ credential, onUnauthorized }: ClientOptions): ApiClient {
  const client = createClient<paths>({ baseUrl: location.origin });
  const credentials = new WeakMap<Request, Credential>();
  client.use({
    onRequest: async ({ request }) => {
      const current = await credential();
      credentials.set(request, current);
      if (current.token !== undefined) request.headers.set('authorization', `Bearer ${current.token}`);
    },
    onResponse: ({ request, response }) => {
      learnTime(response.headers.get('date'));
      const used = credentials.get(request);
      if (response.status === 401 && used !== undefined) onUnauthorized(used);
    },
    onError: () => new ApiError(0, 'The router did not answer'),
  });
  return client;
}

interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * The body of a successful answer.
 *
 * @throws ApiError with what the API said otherwise
 */
export async function bodyOf<T>(call: Promise<Answer<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await call;
  if (response.ok && data !== undefined && data !== null) return data;
  throw toApiError(response.status, error);
}

/**
 * Waits for an answer that has no body.
 *
 * @throws ApiError with what the API said, unless it was done
 */
export async function done(call: Promise<Answer<unknown>>): Promise<void> {
  const { error, response } = await call;
  if (!response.ok) throw toApiError(response.status, error);
}

function toApiError(status: number, body: unknown): ApiError {
  return new ApiError(status, textOf(body) ?? `The router answered with status ${status}`, faultsOf(body));
}

function textOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
  return typeof body.error === 'string' ? body.error : undefined;
}

function faultsOf(body: unknown): FieldFault[] {
  if (typeof body !== 'object' || body === null || !('details' in body) || !Array.isArray(body.details)) return [];
  return body.details.flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null || !('path' in item) || !('message' in item)) return [];
    return [{ path: String(item.path), message: String(item.message) }];
  });
}
