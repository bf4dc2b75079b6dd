import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqs } from '../../../local/sqs/open-sqs.ts';
import type { Sqs } from '../../../local/sqs/open-sqs.ts';
import { SqsFileInUseError } from '../../../local/sqs/store/database.ts';

const program = fileURLToPath(new URL('./sender-process.ts', import.meta.url));

const bodiesOf = (lines: string[], verb: string): string[] =>
  lines.filter((line) => line.startsWith(`${verb} `)).map((line) => line.slice(verb.length + 1));

const drain = async (sqs: Sqs): Promise<string[]> => {
  const bodies: string[] = [];
  for (;;) {
    const messages = await sqs.queues.receive({ queue: 'jobs', waitSeconds: 0 });
    if (messages.length === 0) return bodies;
    bodies.push(...messages.map(({ Body }) => Body));
  }
};
/** Kills the process once it has reported `count` lines; what it reported until it was dead. */
const killAfter = async (child: ChildProcess, count: number): Promise<string[]> => {
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout! })) {
    lines.push(line);
    if (lines.length === count) child.kill('SIGKILL');
  }
  return lines;
};

describe('the local engine on one file', () => {
  let folder: string;
  let file: string;
  let opened: Sqs[];
  let children: ChildProcess[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sqs-durability-'));
    file = join(folder, 'sqs.db');
    opened = [];
    children = [];
  });
  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
    for (const sqs of opened) sqs.close();
    rmSync(folder, { recursive: true });
  });

  const open = (baseUrl = 'http://127.0.0.1:1'): Sqs => {
    const sqs = openSqs({ file, baseUrl });
    opened.push(sqs);
    return sqs;
  };
  const close = (sqs: Sqs): void => {
    sqs.close();
    opened = opened.filter((other) => other !== sqs);
  };
  const spawnSender = (prefix: string): ChildProcess => {
    const child = spawn(process.execPath, [program, file, prefix], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    return child;
  };

  it('keeps every acknowledged send and delete when the process is killed, twice in a row', async () => {
    const first = await killAfter(spawnSender('a'), 700);
    const second = await killAfter(spawnSender('b'), 700);

    const sqs = open();
    sqs.releaseInFlight();
    const survivors = new Set(await drain(sqs));

    const lines = [...first, ...second];
    // What was being deleted when the process died may be there or not.
    const deleting = new Set(bodiesOf(lines, 'deleting'));
    const lost = bodiesOf(lines, 'sent').filter((body) => !deleting.has(body) && !survivors.has(body));
    const revived = bodiesOf(lines, 'deleted').filter((body) => survivors.has(body));
    expect({ lost, revived }).toEqual({ lost: [], revived: [] });
    expect(survivors.size).toBeGreaterThan(200);
  });

  it('refuses a second process, and frees the file when the first is killed', async () => {
    const child = spawnSender('a');
    await once(child.stdout!, 'data');

    expect(() => open()).toThrow(SqsFileInUseError);
    child.kill('SIGKILL');
    await once(child, 'exit');

    expect(() => open()).not.toThrow();
  });

  it('refuses a second engine in the same process', () => {
    open();

    expect(() => open()).toThrow(SqsFileInUseError);
  });

  it('keeps queues, messages, delays and receipts over a restart, under another base URL', async () => {
    const first = open('http://127.0.0.1:1');
    const { url } = first.queues.ensure('jobs', { VisibilityTimeout: '60' });
    first.queues.send({ queue: url, body: 'received' });
    const [received] = await first.queues.receive({ queue: url });
    first.queues.send({ queue: url, body: 'delayed', delaySeconds: 900 });
    first.queues.send({ queue: url, body: 'waiting' });
    close(first);

    const second = open('http://127.0.0.1:2');
    const again = second.queues.ensure('jobs', { VisibilityTimeout: '60' });
    const bodies = await drain(second);
    second.queues.delete(url, [received!.ReceiptHandle]);

    expect(again.url).toBe('http://127.0.0.1:2/000000000000/jobs');
    expect(bodies).toEqual(['waiting']);
    expect(second.queues.counts('jobs')).toEqual({ visible: 0, delayed: 1, inFlight: 1 });
  });

  it('makes in-flight messages visible on release, wakes a receiver, and counts the lost receive', async () => {
    const sqs = open();
    sqs.queues.ensure('jobs', {});
    sqs.queues.send({ queue: 'jobs', body: 'lost' });
    sqs.queues.send({ queue: 'jobs', body: 'delayed', delaySeconds: 900 });
    await sqs.queues.receive({ queue: 'jobs' });
    const polling = sqs.queues.receive({ queue: 'jobs', waitSeconds: 20 });

    const released = sqs.releaseInFlight();
    const messages = await polling;

    expect(released).toBe(1);
    expect(messages).toMatchObject([{ Body: 'lost', Attributes: { ApproximateReceiveCount: '2' } }]);
    expect(sqs.queues.counts('jobs').delayed).toBe(1);
  });

  it('resumes a message move task after a restart', async () => {
    const first = open();
    const { arn } = first.queues.ensure('dead', {});
    first.queues.ensure('jobs', { RedrivePolicy: JSON.stringify({ deadLetterTargetArn: arn, maxReceiveCount: 1 }) });
    const target = first.queues.ensure('target', {});
    for (let number = 0; number < 3; number += 1) first.queues.send({ queue: 'dead', body: String(number) });
    const request = { SourceArn: arn, DestinationArn: target.arn, MaxNumberOfMessagesPerSecond: 2 };
    await first.handle('AmazonSQS.StartMessageMoveTask', JSON.stringify(request));
    await first.queues.receive({ queue: 'target', maxMessages: 2, waitSeconds: 5 });
    close(first);

    const second = open();
    const moved = await second.queues.receive({ queue: 'target', waitSeconds: 5 });

    expect(moved).toHaveLength(1);
  });

  it('ends long polls with nothing on close', async () => {
    const sqs = open();
    sqs.queues.ensure('jobs', {});
    const polling = sqs.queues.receive({ queue: 'jobs', waitSeconds: 20 });

    close(sqs);

    expect(await polling).toEqual([]);
  });
});
