import { request } from 'node:http';

/** Lets a function go on with something after it has answered. */
export interface AfterAnswer {
  /** Keeps the environment until `work` has settled, or the function's timeout is over. Called within an invocation. */
  keep(work: Promise<unknown>): void;
  /** Makes a handler whose invocations may keep something. Every invocation of the function goes through it. */
  keeping<Event, Answer>(handle: (event: Event) => Promise<Answer>): (event: Event) => Promise<Answer>;
}

const BASE = '/2020-01-01/extension';

/**
 * Registers the function as an extension of itself. Lambda hands an answer over as soon as it has it, but neither
 * freezes the environment nor uses it for the next invocation before every extension has asked for its next event. So
 * what is kept goes on, within the timeout of its invocation, while the caller already has its answer.
 *
 * To be called while the function loads: Lambda takes no extensions later.
 *
 * @param runtimeApi host and port of the Runtime API: `AWS_LAMBDA_RUNTIME_API`
 * @throws when Lambda does not take the extension
 * @see https://docs.aws.amazon.com/lambda/latest/dg/runtimes-extensions-api.html
 * @see https://aws.amazon.com/blogs/compute/running-code-after-returning-a-response-from-an-aws-lambda-function/
 */
export async function openAfterAnswer(runtimeApi: string, name: string): Promise<AfterAnswer> {
  const identifier = await register(runtimeApi, name);
  let invocation = Promise.withResolvers<void>();
  let kept: Promise<unknown>[] = [];

  async function follow(): Promise<never> {
    for (;;) {
      await nextEvent(runtimeApi, identifier);
      await invocation.promise;
      invocation = Promise.withResolvers();
    }
  }

  // Fails only when Lambda itself does. Unhandled, it ends the environment: one that never asks would stand still.
  void follow();
  return {
    keep: (work) => void kept.push(work),
    keeping: (handle) => async (event) => {
      try {
        return await handle(event);
      } finally {
        const { resolve } = invocation;
        void Promise.allSettled(kept).then(() => resolve());
        kept = [];
      }
    },
  };
}

async function register(runtimeApi: string, name: string): Promise<string> {
  const identifier = await call(`http://${runtimeApi}${BASE}/register`, {
    method: 'POST',
    headers: { 'lambda-extension-name': name, 'content-type': 'application/json' },
    body: JSON.stringify({ events: ['INVOKE'] }),
  });
  if (identifier === undefined) throw new Error('Lambda registered the extension without an identifier.');
  return identifier;
}

async function nextEvent(runtimeApi: string, identifier: string): Promise<void> {
  await call(`http://${runtimeApi}${BASE}/event/next`, {
    method: 'GET',
    headers: { 'lambda-extension-identifier': identifier },
  });
}

interface ExtensionCall {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Without time limits: the next event comes when it comes, and the environment may be frozen meanwhile.
 *
 * @returns the identifier in the answer
 */
async function call(url: string, { method, headers, body }: ExtensionCall): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      const identifier = response.headers['lambda-extension-identifier'];
      response.on('error', reject).resume();
      response.once('end', () => {
        if (response.statusCode === 200) resolve(typeof identifier === 'string' ? identifier : undefined);
        else reject(new Error(`The Extensions API answered ${response.statusCode}.`));
      });
    });
    sent.once('error', reject).end(body);
  });
}
