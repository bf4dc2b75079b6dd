import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startReaper } from '../../../local/process/reaper.ts';
import { FunctionPool } from '../../../local/lambda/function-pool.ts';
import type { InvocationResult } from '../../../local/lambda/protocol.ts';

let pool: FunctionPool | undefined;

const reaper = startReaper();

afterEach(async () => pool?.stop());
afterAll(async () => reaper.stop());

interface Wanted {
  readonly clockSkewMs?: () => number;
  readonly timeoutMs?: number;
  readonly maxInstances?: number;
  readonly memoryMb?: number;
}

function poolOf(
  code: string,
  { timeoutMs = 5000, maxInstances = 1, memoryMb = 128, clockSkewMs = () => 0 }: Wanted = {},
): FunctionPool {
  const codeDir = mkdtempSync(join(tmpdir(), 'function-'));
  writeFileSync(join(codeDir, 'index.mjs'), code);
  const definition = {
    name: 'App-Fn',
    logicalId: 'Fn',
    arn: 'arn:aws:lambda:us-east-1:000000000000:function:App-Fn',
    codeDir,
    handler: 'index.handler',
    timeoutMs,
    reserved: undefined,
    memoryMb,
    environment: { TABLE: 'things' },
  };
  const surroundings = { doorUrl: 'http://127.0.0.1:4000', emptyDir: '/none', clockSkewMs };
  pool = new FunctionPool({ definition, surroundings, logDir: codeDir, maxInstances, reaper });
  return pool;
}

const logOf = ({ definition }: FunctionPool) => readFileSync(join(definition.codeDir, 'App-Fn.log'), 'utf8');

describe('an instance', () => {
  it('runs the handler with event and context', async () => {
    const { invoke } = bound(
      poolOf(
        'export const handler = async (event, context) => ({ event, name: context.functionName, left: context.getRemainingTimeInMillis() > 0 })',
      ),
    );

    expect(await invoke({ a: 1 })).toEqual({
      kind: 'result',
      payload: { event: { a: 1 }, name: 'App-Fn', left: true },
    });
  });

  it('has the environment of the template and that of Lambda, and inherits nothing', async () => {
    const { invoke } = bound(poolOf('export const handler = async () => ({ ...process.env })'));

    const { payload } = (await invoke({})) as { payload: Record<string, string> };

    expect(payload).toMatchObject({
      TABLE: 'things',
      AWS_ACCESS_KEY_ID: 'App-Fn',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:4000',
      AWS_LAMBDA_FUNCTION_NAME: 'App-Fn',
      AWS_REGION: 'us-east-1',
    });
    const allowed = new Set([
      'LAMBDA_TASK_ROOT',
      'LANG',
      'TZ',
      '_HANDLER',
      'TABLE',
      'NODE_CHANNEL_FD',
      'NODE_CHANNEL_SERIALIZATION_MODE',
    ]);
    expect(Object.keys(payload).filter((name) => !name.startsWith('AWS_') && !allowed.has(name))).toEqual([]);
  });

  it('is compiled once for all instances of a runner that keeps what it compiles, and the handler sees nothing of it', async () => {
    const kept = mkdtempSync(join(tmpdir(), 'compiled-'));
    // Stays on for this worker: it cannot be switched off, and only makes later instances start sooner.
    enableCompileCache(kept);
    const { invoke } = bound(poolOf('export const handler = async () => Object.keys(process.env)'));

    const { payload } = (await invoke({})) as { payload: string[] };

    expect(payload).not.toContain('NODE_COMPILE_CACHE');
    await expect.poll(() => readdirSync(kept, { recursive: true }).length).toBeGreaterThan(1);
  });

  it('may have a wrong clock, which does not change how long it may run', async () => {
    const code =
      'export const handler = async (_, context) => ({ now: Date.now(), made: new Date().getTime(), given: new Date(5).getTime(), left: context.getRemainingTimeInMillis() })';
    const { invoke } = bound(poolOf(code, { clockSkewMs: () => -3_600_000 }));

    const { payload } = (await invoke({})) as { payload: Record<'now' | 'made' | 'given' | 'left', number> };

    expect(Math.abs(payload.now + 3_600_000 - Date.now())).toBeLessThan(5000);
    expect(Math.abs(payload.made - payload.now)).toBeLessThan(1000);
    expect(payload.given).toBe(5);
    expect(payload.left).toBeLessThanOrEqual(5000);
  });

  it('is used again, one invocation at a time', async () => {
    const { invoke } = bound(
      poolOf(
        'let n = 0, busy = 0; export const handler = async () => { busy += 1; await new Promise((s) => setTimeout(s, 5)); const seen = [++n, busy]; busy -= 1; return seen; }',
      ),
    );

    const results = await Promise.all([invoke({}), invoke({}), invoke({})]);

    expect(results).toEqual([1, 2, 3].map((n) => ({ kind: 'result', payload: [n, 1] })));
  });

  it('is joined by others when it is busy', async () => {
    const { invoke } = bound(
      poolOf(
        'export const handler = async () => { await new Promise((s) => setTimeout(s, 300)); return process.pid; }',
        { maxInstances: 2 },
      ),
    );

    const results = await Promise.all([invoke({}), invoke({})]);

    expect(new Set(results.map((result) => result.kind === 'result' && result.payload)).size).toBe(2);
  });

  it('writes its output to the log of the function', async () => {
    const started = poolOf("export const handler = async () => { console.log('a line'); }");

    await started.invoke({});

    await expect.poll(() => logOf(started)).toContain('a line\n');
  });
});

/** A function that registers as an extension, answers at once, and is busy for `event.ms` after its answer. */
const GOES_ON = `
  const base = 'http://' + process.env.AWS_LAMBDA_RUNTIME_API + '/2020-01-01/extension';
  const registered = await fetch(base + '/register', { method: 'POST', headers: { 'lambda-extension-name': 'test' }, body: '{"events":["INVOKE"]}' });
  const headers = { 'lambda-extension-identifier': registered.headers.get('lambda-extension-identifier') };
  const next = () => fetch(base + '/event/next', { headers });
  let event = next();
  export const handler = async ({ ms }) => {
    void event.then(() => setTimeout(() => { event = next(); }, ms));
    return process.pid;
  };
`;

function isAlive(result: InvocationResult): boolean {
  try {
    return result.kind === 'result' && process.kill(Number(result.payload), 0);
  } catch {
    return false;
  }
}

describe('an instance that goes on after its answer', () => {
  it('ends when another has its place', async () => {
    const { invoke } = bound(poolOf(GOES_ON));
    const both = [await invoke({ ms: 1000 }), await invoke({ ms: 0 })];

    await expect.poll(() => both.filter(isAlive).length, { timeout: 5000 }).toBe(1);
  });

  it('has answered, takes no invocation meanwhile, and leaves its place to another', async () => {
    const { invoke } = bound(poolOf(GOES_ON, { timeoutMs: 60_000 }));

    const [busy, other] = [await invoke({ ms: 60_000 }), await invoke({ ms: 0 })];

    expect(busy).toEqual({ kind: 'result', payload: expect.any(Number) });
    expect(other).not.toEqual(busy);
  });

  it('is taken again when it is done: there are never more than four processes for one invocation at a time', async () => {
    const { invoke } = bound(poolOf(GOES_ON));

    const results = await Promise.all(Array.from({ length: 10 }, async () => invoke({ ms: 30 })));

    const pids = new Set(results.map((result) => result.kind === 'result' && result.payload));
    expect(pids.size).toBeLessThanOrEqual(4);
    expect(pids).not.toContain(false);
  });

  it('is ended by the time-out of its invocation', async () => {
    const { invoke } = bound(poolOf(GOES_ON, { timeoutMs: 1000 }));
    const { payload: pid } = (await invoke({ ms: 60_000 })) as { payload: number };

    const isAlive = () => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };

    expect(isAlive()).toBe(true);
    await expect.poll(isAlive, { timeout: 5000 }).toBe(false);
  });
});

describe('a failing function', () => {
  it('gives the error of the handler', async () => {
    const { invoke } = bound(poolOf("export const handler = async () => { throw new TypeError('no'); }"));

    expect(await invoke({})).toEqual({ kind: 'error', type: 'TypeError', message: 'no' });
  });

  it.each([
    ['exits', 'process.exit(3)'],
    ['is killed', "process.kill(process.pid, 'SIGKILL')"],
    ['leaves a rejection unhandled', "void Promise.reject(new Error('lost'))"],
    ['throws outside the handler', "setTimeout(() => { throw new Error('late'); }, 1)"],
  ])('is an error to the invoker when its process %s, and the next invocation gets a new one', async (_, crash) => {
    const { invoke } = bound(
      poolOf(
        `export const handler = async (event) => { if (event.crash) { ${crash}; await new Promise(() => {}); } return 'fine'; }`,
      ),
    );

    expect(await invoke({ crash: true })).toMatchObject({ kind: 'error', type: 'Runtime.ExitError' });
    expect(await invoke({})).toEqual({ kind: 'result', payload: 'fine' });
  });

  it('is killed when it takes too long, even in an endless loop', async () => {
    const code = 'export const handler = async (event) => { for (; event.loop; ); return 1; }';
    const { invoke } = bound(poolOf(code, { timeoutMs: 300 }));

    expect(await invoke({ loop: true })).toEqual({
      kind: 'error',
      type: 'Sandbox.Timedout',
      message: 'Task timed out after 0.30 seconds',
    });
    expect(await invoke({})).toEqual({ kind: 'result', payload: 1 });
  });

  it('dies when it uses more memory than it has', async () => {
    const code = 'const kept = []; export const handler = async () => { for (;;) kept.push(new Array(1e5).fill({})); }';
    const { invoke } = bound(poolOf(code, { memoryMb: 64, timeoutMs: 20_000 }));

    expect(await invoke({})).toMatchObject({ kind: 'error', type: 'Runtime.ExitError' });
  });

  it.each([
    ['does not load', "throw new Error('no start'); export const handler = 1;", 'no start'],
    ['exports no handler', 'export const other = 1;', 'index.handler is undefined or not exported'],
  ])('is an error to every invoker when its code %s', async (_, code, message) => {
    const { invoke } = bound(poolOf(code));

    expect(await invoke({})).toMatchObject({ kind: 'error', message });
    expect(await invoke({})).toMatchObject({ kind: 'error', message });
  });
});

function bound(started: FunctionPool) {
  return { invoke: (event: object) => started.invoke(event) };
}
