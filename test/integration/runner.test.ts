import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, realpathSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { seedAssembly } from './assemblies.ts';
import { startStack, type Stack } from './stack.ts';

const ROOT = join(import.meta.dirname, '../..');
const stacks: Stack[] = [];

afterEach(async () => {
  // The newest first: the last of a folder removes it, and it reads the logs there before.
  for (const stack of stacks.splice(0).toReversed()) await stack.stop();
});

async function start(...args: Parameters<typeof startStack>): Promise<Stack> {
  const stack = await startStack(...args);
  stacks.push(stack);
  return stack;
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `npm start`'s command to its end. */
function runToEnd(env: Record<string, string>): Promise<Ended> {
  return promisify(execFile)(process.execPath, ['bin/local.ts'], { cwd: ROOT, env: { ...process.env, ...env } }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Ended) => error,
  );
}

/** Pids of every process that knows of this data folder, by its arguments or its environment. */
function processesOf(dataDir: string): number[] {
  const knows = (pid: string): boolean => {
    try {
      const text = ['cmdline', 'environ'].map((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8')).join('');
      return text.includes(dataDir);
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && knows(name))
    .map(Number);
}

/** The folder and all below it, but not the assets that stacks of tests have as links. */
function pathsIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const paths = [folder, ...names.map((name) => join(folder, name))].filter((path) => existsSync(path));
  return paths.filter((path) => realpathSync(path).startsWith(realpathSync(folder)));
}

const use = (stack: Stack) => fetch(stack.credentials.webhookUrl, { method: 'POST', body: 'hello' });
const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

describe('npm start', () => {
  it.each([
    [{ BILLING: 'gold' }, 'BILLING: gold is not allowed; it must be one of: none, plans\n'],
    [{ PORT: 'x' }, 'PORT: x is not allowed; it must be a whole number from 0 to 65535\n'],
  ])('ends with status 2 and one line on a bad setting: %j', async (env, line) => {
    const dataDir = join(tmpdir(), `never-made-${process.pid}`);

    const ended = await runToEnd({ DATA_DIR: dataDir, ...env });

    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: line });
    expect(() => statSync(dataDir)).toThrow('ENOENT');
  });

  it('refuses a folder that is in use, in one line', async () => {
    const stack = await start();

    const { code, stderr } = await runToEnd({ DATA_DIR: stack.dataDir, PORT: '0' });

    expect(code).toBe(1);
    expect(stderr).toBe(
      `DATA_DIR: ${stack.dataDir} is in use by another running stack; stop it or choose another folder\n`,
    );
  });

  it.each(['127.0.0.1', '::1'])('refuses a port that is in use on %s, in one line', async (host) => {
    const taken = createServer().listen(0, host);
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };

    const { code, stderr } = await runToEnd({ DATA_DIR: mkdtempSync(join(tmpdir(), 'taken-')), PORT: String(port) });
    taken.close();

    expect(code).toBe(1);
    expect(stderr).toBe(`PORT: ${port} is in use by another program; stop it or choose another port\n`);
  });

  it('prints where everything is, and no secret but the address of the first webhook', async () => {
    const { output, baseUrl, credentials, dataDir } = await start();

    const printed = output();

    expect(printed).toContain(`Base URL     ${baseUrl}\n`);
    expect(printed).toContain(`curl -d 'Hello from my machine' ${credentials.webhookUrl}\n`);
    expect(printed).not.toContain(credentials.managementToken);
    expect(printed).not.toContain(credentials.login.password);
    expect(printed).not.toContain(credentials.streamUrl);
    expect(statSync(join(dataDir, 'credentials.json')).mode & 0o777).toBe(0o600);
  });

  it('keeps everything in its folder from other users, also what an older version left readable', async () => {
    const first = await start();
    await use(first);
    await first.kill9();
    for (const path of pathsIn(first.dataDir)) chmodSync(path, statSync(path).mode | 0o055);

    const second = await start({}, { dataDir: first.dataDir });
    await use(second);

    expect(pathsIn(second.dataDir).filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([]);
  });

  it('listens on 127.0.0.1 and ::1, and takes any Host header', async () => {
    const { baseUrl } = await start();
    const { port } = new URL(baseUrl);

    const health = await Promise.all(['127.0.0.1', '[::1]'].map((host) => fetch(`http://${host}:${port}/api/health`)));

    expect(await Promise.all(health.map((response) => response.json()))).toEqual([{ status: 'ok' }, { status: 'ok' }]);
  });

  it('keeps the first organisation when it starts again, and follows the port', async () => {
    const first = await start();
    await first.kill9();

    const second = await start({}, { dataDir: first.dataDir });

    expect(second.credentials.organizationId).toBe(first.credentials.organizationId);
    expect(second.credentials.managementToken).toBe(first.credentials.managementToken);
    expect(second.credentials.baseUrl).toBe(second.baseUrl);
    expect((await use(second)).status).toBe(201);
  });

  it('runs without Live Stream, whose paths then answer 503', async () => {
    const { credentials } = await start({ LIVE_STREAM: 'off' });

    const response = await fetch(credentials.streamUrl);

    expect(response.status).toBe(503);
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(response.headers.get('retry-after')).not.toBeNull();
  });
});

describe('stopping', () => {
  it('leaves no process and no port behind', async () => {
    const stack = await start();
    await use(stack);
    const reader = await fetch(stack.credentials.streamUrl);

    const startedAt = Date.now();
    const code = await stack.stop();

    expect(code).toBe(0);
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    expect(processesOf(stack.dataDir)).toEqual([]);
    expect(await Promise.all([stack.baseUrl, stack.door].map(answers))).toEqual([false, false]);
    await reader.body?.cancel().catch(() => {});
  });

  it('ends with status 0 when the whole process group is interrupted twice while it works', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'group-'));
    await seedAssembly(dataDir);
    const env = { ...process.env, DATA_DIR: dataDir, PORT: '0' };
    const child = spawn(process.execPath, ['bin/local.ts'], { cwd: ROOT, env, detached: true, stdio: 'pipe' });
    let stderr = '';
    child.stderr.on('data', (text) => (stderr += String(text)));
    await once(child.stdout, 'data');
    const { webhookUrl } = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'));
    await fetch(webhookUrl, { method: 'POST', body: 'warm' });
    const sends = Array.from({ length: 20 }, () =>
      fetch(webhookUrl, { method: 'POST', body: 'x' }).then((sent) => sent.status),
    );
    await Promise.race(sends);

    const exited = once(child, 'exit');
    process.kill(-child.pid!, 'SIGINT');
    process.kill(-child.pid!, 'SIGINT');
    const statuses = await Promise.allSettled(sends);

    // The reason stands beside the status, should it ever be another one.
    expect({ exited: await exited, stderr }).toEqual({ exited: [0, null], stderr: '' });
    // Whatever was taken was finished; what was not taken was refused at the door.
    const outcomes = new Set(statuses.map((sent) => (sent.status === 'fulfilled' ? sent.value : 'refused')));
    expect([...outcomes].filter((outcome) => outcome !== 201 && outcome !== 'refused')).toEqual([]);
    expect(processesOf(dataDir)).toEqual([]);
  });

  it('happens when the program that started it dies, as a test runner may', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'orphan-'));
    const starting = `await (await import('./stack.ts')).startStack({}, { dataDir: ${JSON.stringify(dataDir)} })`;
    const program = ['--input-type=module', '--eval', `${starting}; console.log('ready'); setInterval(() => {}, 1000)`];
    const starter = spawn(process.execPath, program, {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(starter.stdout, 'data');

    starter.kill('SIGKILL');

    await expect.poll(() => processesOf(dataDir), { timeout: 10_000 }).toEqual([]);
  });

  it('ends every process when the runner alone is killed', async () => {
    const stack = await start();
    await use(stack);
    expect(processesOf(stack.dataDir).length).toBeGreaterThan(3);

    await stack.kill9();

    await expect.poll(() => processesOf(stack.dataDir), { timeout: 5000 }).toEqual([]);
  });
});

it('starts the engine again when somebody kills it, and loses nothing', async () => {
  const stack = await start();
  const engine = processesOf(stack.dataDir).find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('/dynoxide\0'),
  );

  process.kill(engine!, 'SIGKILL');

  expect((await use(stack)).status).toBe(201);
});
