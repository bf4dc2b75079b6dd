/** What a caller may choose of a client. */
export interface ClientOptions {
  /** For the connection and head of an answer, and for each silence within it, in milliseconds. @default 5000 */
  readonly patienceMs?: number;
  /** How often a call is made before its failure is the caller's. @default 4 */
  readonly maxAttempts?: number;
  /** @default the function's own */
  readonly region?: string;
  /** Of SQS: whether a call goes to the host of its queue's URL. @default true */
  readonly useQueueUrlAsEndpoint?: boolean;
}

type ClientSettings = Omit<ClientOptions, 'patienceMs'> & {
  readonly requestHandler: {
    readonly connectionTimeout: number;
    /** Ends with the head of an answer. */
    readonly requestTimeout: number;
    readonly throwOnRequestTimeout: true;
    /** Of silence. Ends an answer that stops in its middle. */
    readonly socketTimeout: number;
  };
};

/** The part of an SDK client that its middleware is taken off by. */
interface Middlewares {
  readonly middlewareStack: { remove(name: string): boolean };
}

/** A client class of the SDK. */
export type ClientClass<Client> = new (settings: ClientSettings) => Client & Middlewares;

const CONNECT_MS = 1000;

/**
 * Makes every AWS client of the router; the linter refuses `new …Client(…)` elsewhere. A call that hangs, at whatever
 * point, is given up and tried again. Without a limit it would hold its function, and everything else that the function
 * does, until the timeout kills it.
 *
 * The SDK's own logging is taken off. No client has a logger, and still each call's input and output would be filtered
 * for one: a tenth of what a send costs the processor (docs/performance.md).
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
