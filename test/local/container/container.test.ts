import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { Container } from '../../../local/container/container.ts';

let container: Container | undefined;

afterEach(async () => container?.stop(100));

const SERVER = `
import { createServer } from 'node:http';
const server = createServer((request, response) => {
  if (request.url === '/crash') process.exit(1);
  response.end(request.url === '/healthz' ? '' : JSON.stringify({ ...process.env, pid: process.pid }));
});
server.listen(Number(process.env.PORT), '127.0.0.1');
`;

function start(code: string): Container {
  const directory = mkdtempSync(join(tmpdir(), 'container-'));
  writeFileSync(join(directory, 'index.mjs'), code);
  container = new Container({
    definition: {
      name: 'Live',
      identity: 'TaskRole',
      command: ['node', 'index.mjs'],
      directory,
      environment: { PORT: '8080', TABLE: 'things' },
      healthPath: '/healthz',
      tasks: 1,
      balancerDomain: 'lb',
      path: { balancerGroups: [], balancerPort: 80, taskGroups: [], taskPort: 8080 },
    },
    surroundings: { doorUrl: 'http://127.0.0.1:4000', emptyDir: '/none' },
    logDir: directory,
  });
  container.start();
  return container;
}

it('runs the command in its folder with its variables, on a free port and under the task role', async () => {
  const started = start(SERVER);

  expect(await started.healthy(10_000)).toBe(true);
  const environment = await (await fetch(started.target!)).json();

  expect(environment).toMatchObject({
    TABLE: 'things',
    AWS_ACCESS_KEY_ID: 'TaskRole',
    PORT: new URL(started.target!).port,
  });
  expect(environment).not.toHaveProperty('HOME');
});

it('starts again when it crashes', async () => {
  const started = start(SERVER);
  await started.healthy(10_000);
  const before = started.target!;

  await fetch(`${before}/crash`).catch(() => {});

  await expect.poll(() => started.target, { timeout: 10_000 }).not.toBe(before);
  expect(await started.healthy(10_000)).toBe(true);
});

it('has no target while it is not healthy', async () => {
  const started = start(
    "import { createServer } from 'node:http'; createServer((_, r) => { r.statusCode = 503; r.end(); }).listen(Number(process.env.PORT), '127.0.0.1');",
  );

  expect(await started.healthy(500)).toBe(false);
  expect(started.target).toBeUndefined();
});

it('is killed when it does not stop on TERM in time', async () => {
  const started = start(`process.on('SIGTERM', () => {});${SERVER}`);
  await started.healthy(10_000);
  const target = started.target!;

  await started.stop(50);

  await expect(fetch(target)).rejects.toThrow('fetch failed');
});

it('starts no process when it is stopped before it has one', async () => {
  const started = start(SERVER);

  const stopped = started.stop(5000).then(() => 'stopped');

  expect(await Promise.race([stopped, delay(2000, 'waits for a process that nobody ends')])).toBe('stopped');
});
