import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { startStack, type Stack } from './stack.ts';
import { streamTasks } from './stream-tasks.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What the shell's readers use of `curl`, for machines that have none. It stands last in the path. */
const CURL = `#!${process.execPath}
const args = process.argv.slice(2);
const header = args.includes('-H') ? args[args.indexOf('-H') + 1].split(': ') : [];
const headers = header[1] ? { [header[0]]: header[1] } : {};
const response = await fetch(args.at(-1), { headers }).catch(() => process.exit(7));
for await (const chunk of response.body) process.stdout.write(chunk);
`;

let stack: Stack;
let folder: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'readers-'));
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin/package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'bin/curl'), CURL);
  await chmod(join(folder, 'bin/curl'), 0o755);
  stack = await startStack();
});

afterAll(async () => {
  // Each runs in a group of its own: a shell's curl ends with it.
  for (const { pid, exitCode } of running) if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGKILL');
  await stack?.stop();
  await rm(folder, { recursive: true });
});

/** The first block of code behind a bold word of the page on streams. */
async function snippet(name: string): Promise<string> {
  const page = await readFile(join(ROOT, 'docs/live-stream.md'), 'utf8');
  return /```\w+\n(.*?)```/s.exec(page.slice(page.indexOf(`**${name}**`)))![1]!;
}

/** Runs a reader. @returns what it has printed so far. */
function run(command: string, args: readonly string[], streamUrl: string): () => string {
  const child = spawn(command, args, {
    cwd: ROOT,
    detached: true,
    env: { ...process.env, PATH: `${process.env['PATH']}:${folder}/bin`, STREAM_URL: streamUrl },
  });
  running.push(child);
  let output = '';
  child.stdout.on('data', (text) => (output += String(text)));
  child.stderr.on('data', (text) => (output += String(text)));
  return () => output;
}

/** A channel with a webhook in front of it. */
async function newStream(
  format: 'json' | 'text',
): Promise<{ url: string; send: (message: string) => Promise<unknown> }> {
  const api = managementApi(stack);
  const channel = await api.createChannel({ kind: 'live-stream', name: format, config: { format } });
  const webhook = await api.createWebhook({ name: format });
  await api.link(webhook.id, channel.id);
  const send = async (message: string) =>
    fetch(webhook.endpointUrl, { method: 'POST', body: JSON.stringify({ message }) });
  return { url: channel.streamUrl!, send };
}

/** Sends until the readers are there: what comes before they are is not theirs. */
async function untilRead(send: (message: string) => Promise<unknown>, outputs: readonly (() => string)[]) {
  await eventually(async () => {
    await send('hello');
    await delay(500);
    return outputs.every((output) => output().includes('hello')) || undefined;
  });
}

it('the readers to copy go on where they were when the task dies', async () => {
  const [json, text] = [await newStream('json'), await newStream('text')];
  const plain = run('sh', ['-c', 'curl -sN "$STREAM_URL"'], json.url);
  const node = run(process.execPath, ['--input-type=module', '-e', await snippet('Node')], json.url);
  const shell = run('sh', ['-c', await snippet('Shell')], text.url);
  await Promise.all([untilRead(json.send, [plain, node]), untilRead(text.send, [shell])]);

  const [task] = await streamTasks(stack);
  process.kill(task!.pid, 'SIGKILL');
  await Promise.all([json.send('while nobody listens'), text.send('while nobody listens')]);
  await eventually(async () => [node, shell].every((output) => output().includes('while nobody listens')) || undefined);
  await Promise.all([json.send('afterwards'), text.send('afterwards')]);
  await eventually(async () => [node, shell].every((output) => output().includes('afterwards')) || undefined);

  const rung = shell().replaceAll('\u0007', 'bell ');
  expect(rung).toMatch(/bell hello \| .*\n(.*\n)*bell while nobody listens \| .*\n(.*\n)*bell afterwards \| /);
  expect(node()).toMatch(/^\w{26} hello\n(.*\n)*\w{26} while nobody listens\n(.*\n)*\w{26} afterwards\n/);
  expect(plain()).toMatch(/^: connected\n\nretry: 3000\nid: \w{26}\ndata: \{.*"message":"hello".*\}\n\n/);
});
