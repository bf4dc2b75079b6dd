/**
 * Settings of every AWS client. A connection that hangs is given up and tried again: without a limit it would hold a
 * function until its timeout kills it, and everything that it was doing with it.
 */
export const clientSettings = {
  maxAttempts: 4,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
} as const;

/** The part of an SDK client that its middleware is taken off by. */
interface Middlewares {
  readonly middlewareStack: { remove(name: string): boolean };
}

/**
 * Takes the SDK's own logging off a client. No client has a logger, and still each call's input and output would be
 * filtered for one: a tenth of what a send costs the processor (docs/performance.md).
 */
export function withoutLogging<Client extends Middlewares>(client: Client): Client {
  client.middlewareStack.remove('loggerMiddleware');
  return client;
}
