/** What a caller can choose about a client. */
export interface ClientOptions {
  /** For the connection and head of an answer, and for each silence within it, in milliseconds. @default 5000 */
  readonly patienceMs?: number;
  /** How often the client tries a call before the caller gets its failure. @default 4 */
  readonly maxAttempts?: number;
  /** @default the function's own */
  readonly region?: string;
  /** For SQS: whether a call goes to the host in its queue's URL. @default true */
  readonly useQueueUrlAsEndpoint?: boolean;
}

type ClientSettings = Omit<ClientOptions, 'patienceMs'> & {
  readonly requestHandler: {
    readonly connectionTimeout: number;
    /** Ends with the head of an answer. */
    readonly requestTimeout: number;
    readonly throwOnRequestTimeout: true;
    /** Of silence. Gives up on an answer that stops in the middle. */
    readonly socketTimeout: number;
  };
};

/** The part of an SDK client that can remove its middleware. */
interface Middlewares {
  readonly middlewareStack: { remove(name: string): boolean };
}

/** A client class of the SDK. */
export type ClientClass<Client> = new (settings: ClientSettings) => Client & Middlewares;

const CONNECT_MS = 1000;

/**
 * Makes every AWS client of the router; the linter refuses `new …Client(…)` elsewhere. The client gives up a call
 * that hangs at any point, and tries again. Without a limit, such a call would hold up its function, and everything
 * else that the function does, until the timeout kills it.
 *
 * The SDK's own logging is removed. No client has a logger, yet the SDK would filter each call's input and output for
 * one: a tenth of the CPU time of a send (docs/performance.md).
 */
export function createClient<Client>(Service: ClientClass<Client>, options: ClientOptions = {}): Client {
  const { patienceMs = 5000, maxAttempts = 4, ...own } = options;
  const client = new Service({
    ...own,
    maxAttempts,
    requestHandler: {
      connectionTimeout: Math.min(CONNECT_MS, patienceMs),
      requestTimeout: patienceMs,
      throwOnRequestTimeout: true,
      socketTimeout: patienceMs,
    },
  });
  client.middlewareStack.remove('loggerMiddleware');
  return client;
}
