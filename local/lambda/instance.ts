/**
 * The process of one Lambda instance: loads the handler that its environment names, then runs one invocation at a time.
 * After an answer it is busy until every extension in it asks for the next event.
 * It ends with the runner, because the channel closes. Node alone decides what an unhandled rejection does, as on AWS.
 */
import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { ExtensionsApi } from './extensions-api.ts';
import type { InstanceMessage, Invocation, InvocationResult } from './protocol.ts';

/** The time of the runner, whatever a test does to this clock. */
const runnerNow = Date.now.bind(Date);

const MOMENT_MS = 20;

type Handler = (event: unknown, context: object) => unknown;

// Ctrl-C reaches the whole process group, but the runner decides when an instance ends.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit(0));

const variable = (name: string): string => {
  // oxlint-disable-next-line node/no-process-env -- this is the runtime: the environment is its input
  const value = process.env[name];
  if (value === undefined) throw new Error(`an instance needs ${name}`);
  return value;
};

const send = (message: InstanceMessage): Promise<void> =>
  new Promise((settle) => {
    process.send?.(message, undefined, {}, () => settle());
  });

const loadHandler = async (): Promise<Handler> => {
  const [file = '', name = ''] = variable('_HANDLER').split('.');
  const root = variable('LAMBDA_TASK_ROOT');
  const path = ['.mjs', '.js', '.cjs']
    .map((extension) => join(root, file + extension))
    .find((path) => existsSync(path));
  if (path === undefined) throw new Error(`Cannot find module '${file}'`);
  const module: unknown = await import(pathToFileURL(path).href);
  const handler: unknown = typeof module === 'object' && module !== null ? Reflect.get(module, name) : undefined;
  if (!isHandler(handler)) throw new Error(`${file}.${name} is undefined or not exported`);
  return handler;
};

const isHandler = (value: unknown): value is Handler => typeof value === 'function';

const arn = (): string => `arn:aws:lambda:us-east-1:000000000000:function:${variable('AWS_LAMBDA_FUNCTION_NAME')}`;

const contextOf = ({ requestId, deadline }: Invocation): object => ({
  awsRequestId: requestId,
  callbackWaitsForEmptyEventLoop: false,
  functionName: variable('AWS_LAMBDA_FUNCTION_NAME'),
  functionVersion: variable('AWS_LAMBDA_FUNCTION_VERSION'),
  invokedFunctionArn: arn(),
  logGroupName: variable('AWS_LAMBDA_LOG_GROUP_NAME'),
  logStreamName: variable('AWS_LAMBDA_LOG_STREAM_NAME'),
  memoryLimitInMB: variable('AWS_LAMBDA_FUNCTION_MEMORY_SIZE'),
  getRemainingTimeInMillis: () => Math.max(0, deadline - runnerNow()),
});

const errorOf = (error: unknown): InvocationResult =>
  error instanceof Error
    ? { kind: 'error', type: error.name, message: error.message }
    : { kind: 'error', type: 'Error', message: String(error) };

const run = async (handler: Handler, invocation: Invocation): Promise<void> => {
  const { requestId, deadline } = invocation;
  extensions.invoke({ requestId, deadlineMs: deadline, invokedFunctionArn: arn() });
  const result = await resultOf(handler, invocation);
  // Most ask for the next event at once: waiting for it here saves starting another process meanwhile.
  await Promise.race([extensions.idle(), sleep(MOMENT_MS, undefined, { ref: false })]);
  const isBusy = !extensions.isIdle;
  await send({ ...result, isBusy });
  if (!isBusy) return;
  await extensions.idle();
  await send({ kind: 'idle' });
};

const resultOf = async (handler: Handler, invocation: Invocation): Promise<InvocationResult> => {
  try {
    return { kind: 'result', payload: await handler(invocation.event, contextOf(invocation)) };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return errorOf(error);
  }
};

const isInvocation = (value: unknown): value is Invocation =>
  typeof value === 'object' && value !== null && 'requestId' in value && 'deadline' in value;

/** Makes the clock of this process wrong. Only the time of day: timers keep counting as before. */
const skewClock = (skewMs: number): void => {
  Date.now = () => runnerNow() + skewMs;
  globalThis.Date = new Proxy(Date, {
    construct: (target, args) => Reflect.construct(target, args.length === 0 ? [Date.now()] : args),
  });
};

// Node has read it; the handler finds the environment that AWS gives.
// oxlint-disable-next-line node/no-process-env -- this is the runtime: it makes the environment of the handler
delete process.env['NODE_COMPILE_CACHE'];

const skewMs = Number(process.argv[2]);
if (skewMs !== 0) skewClock(skewMs);

const extensions = await ExtensionsApi.start();
// oxlint-disable-next-line node/no-process-env -- this is the runtime: functions find the API there
process.env['AWS_LAMBDA_RUNTIME_API'] = extensions.address;

try {
  const handler = await loadHandler();
  await extensions.loaded();
  process.on('message', (message) => {
    if (isInvocation(message)) void run(handler, message);
  });
  await send({ kind: 'ready' });
  // Not left to the end of the process: the runner kills it.
  flushCompileCache();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  await send({ ...errorOf(error), isBusy: false });
  process.exit(1);
}
