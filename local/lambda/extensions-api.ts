import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod';

/** What an extension is told of an invocation. */
export interface InvokeEvent {
  readonly requestId: string;
  /** Epoch milliseconds. */
  readonly deadlineMs: number;
  readonly invokedFunctionArn: string;
}

/** An extension: waiting for an event, or at work. */
interface Extension {
  waiting?: ServerResponse;
}

const Registration = z.object({ events: z.array(z.literal('INVOKE')).min(1) });

/**
 * Lambda's API for extensions within the process of the function, for one environment. Extensions register while the
 * function loads, and then ask for event after event: with each they say that they are done with the one before. Other
 * events than `INVOKE` and extensions in processes of their own do not exist here.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/runtimes-extensions-api.html
 */
export class ExtensionsApi {
  readonly #extensions = new Map<string, Extension>();
  readonly #names = new Set<string>();
  readonly #server: Server;
  #loading = true;
  #idle = Promise.withResolvers<void>();

  private constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
    this.#server.unref();
  }

  static async start(): Promise<ExtensionsApi> {
    const api = new ExtensionsApi();
    await new Promise<void>((settle) => api.#server.listen(0, '127.0.0.1', settle));
    return api;
  }

  /** Host and port. */
  get address(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the Extensions API does not listen');
    return `127.0.0.1:${address.port}`;
  }

  /** The function has loaded: settles when every extension waits for its first event. None can register any more. */
  async loaded(): Promise<void> {
    this.#loading = false;
    await this.idle();
  }

  /** Tells every extension of an invocation. */
  invoke(event: InvokeEvent): void {
    for (const extension of this.#extensions.values()) {
      const { waiting } = extension;
      delete extension.waiting;
      if (waiting !== undefined) answer(waiting, 200, { eventType: 'INVOKE', ...event });
    }
  }

  /** Whether no extension is at work. */
  get isIdle(): boolean {
    return [...this.#extensions.values()].every(({ waiting }) => waiting !== undefined);
  }

  /** Settles when no extension is at work. */
  async idle(): Promise<void> {
    while (!this.isIdle) {
      await this.#idle.promise;
    }
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const place = `${request.method} ${request.url}`;
    if (place === 'POST /2020-01-01/extension/register') return this.#register(request, response);
    if (place === 'GET /2020-01-01/extension/event/next') return this.#next(request, response);
    answer(response, 404, errorOf('Extension.NotFound', 'There is no such path.'));
  }

  async #register(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = request.headers['lambda-extension-name'];
    const wanted = Registration.safeParse(await json(request).catch(() => undefined));
    if (typeof name !== 'string' || !wanted.success) {
      return answer(response, 400, errorOf('InvalidRequestFormat', 'A name and the event INVOKE are needed.'));
    }
    if (!this.#loading || this.#names.has(name)) {
      return answer(response, 403, errorOf('Extension.RegistrationClosed', 'Extensions register while loading, once.'));
    }
    const identifier = randomUUID();
    this.#names.add(name);
    this.#extensions.set(identifier, {});
    response.setHeader('lambda-extension-identifier', identifier);
    answer(response, 200, {});
  }

  #next({ headers }: IncomingMessage, response: ServerResponse): void {
    const extension = this.#extensions.get(String(headers['lambda-extension-identifier']));
    if (extension === undefined || extension.waiting !== undefined) {
      return answer(response, 403, errorOf('Extension.UnknownExtensionIdentifier', 'Not registered, or asks twice.'));
    }
    extension.waiting = response;
    if (!this.isIdle) return;
    this.#idle.resolve();
    this.#idle = Promise.withResolvers();
  }
}

const errorOf = (errorType: string, errorMessage: string): object => ({ errorType, errorMessage });

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
