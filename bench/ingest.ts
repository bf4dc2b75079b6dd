import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import * as z from 'zod';
import { hashSecret } from '../core/directory/secret-hash.ts';
import { bundleFunction } from '../lib/bundling.ts';
import { managementApi } from '../test/integration/api.ts';
import { type Stack, startStack } from '../test/integration/stack.ts';
import { type Ratio, ratio, ratioLine } from './ratio.ts';

const SENDS_PER_ROUND = 100;
const ROUNDS = 21;
const WARM_UP_ROUNDS = 3;
const COLD_STARTS = 21;
const ACCESS_KEYS = { ours: 'bench-ours', bare: 'bench-bare' } as const;

const Figures = z.object({ ms: z.number(), cpuMs: z.number() });
const Imported = z.object({ importMs: z.number() });
const Meters = z.array(
  z.looseObject({ caller: z.string(), service: z.string(), operation: z.string(), calls: z.number() }),
);

const body = JSON.stringify({
  title: 'Deploy finished',
  message: 'Version 42 is live on all hosts',
  priority: 4,
  tags: ['production', 'ci'],
  data: { environment: 'production', log: 'x'.repeat(850) },
});

/** A bundle, the environment it needs and the event it gets. */
interface Subject {
  readonly bundle: string;
  readonly env: Record<string, string>;
  readonly event: string;
}

/**
 * The ingest function against a bare function that makes the same AWS calls and nothing else, both on the same running
 * stack: throughput, CPU, cold start, and the calls that the door metered.
 */
export async function run(): Promise<Ratio[]> {
  const stack = await startStack();
  try {
    const subjects = await subjectsOn(stack);
    const warm = await compareWarm(subjects);
    await printCalls(stack);
    const cold = await compareCold(subjects);
    const ratios = [...warm, cold];
    for (const line of ratios) console.log(ratioLine(line));
    return ratios;
  } finally {
    await stack.stop();
  }
}

type Subjects = Record<'ours' | 'bare', Subject>;

/** A webhook with one linked channel, switched off so that deliveries cost the machine little. */
async function subjectsOn(stack: Stack): Promise<Subjects> {
  const api = managementApi(stack);
  const webhook = await api.createWebhook({ name: 'Bench' });
  const channel = await api.createChannel({
    kind: 'webhook',
    name: 'Off',
    config: { url: 'http://127.0.0.1:9' },
    enabled: false,
  });
  await api.link(webhook.id, channel.id);
  const named = (part: string) => stack.tables.find((name) => name.includes(part)) ?? '';
  const queueUrl = (part: string) =>
    `${stack.door}/000000000000/${stack.queues.find((name) => name.includes(part) && !name.includes('DeadLetter')) ?? ''}`;
  const env = {
    DIRECTORY_TABLE: named('Directory'),
    MESSAGES_TABLE: named('Messages'),
    LIVE_EVENTS_TABLE: named('LiveEvents'),
    COUNTERS_TABLE: named('Counters'),
    BODIES_BUCKET: 'bench',
    OUTBOUND_QUEUE_URL: queueUrl('Outbound'),
    AWS_QUEUE_URL: queueUrl('Aws'),
    BILLING: 'none',
    WEBHOOK_MAX_BODY_BYTES: '1048576',
    WEBHOOK_MAX_HOPS: '3',
    AWS_ENDPOINT_URL: stack.door,
    AWS_REGION: 'us-east-1',
    AWS_SECRET_ACCESS_KEY: 'bench',
  };
  const event = JSON.stringify({
    version: '2.0',
    routeKey: 'POST /n/{publicId}',
    rawPath: `/n/${webhook.publicId}`,
    headers: { 'content-type': 'application/json', 'user-agent': 'bench' },
    pathParameters: { publicId: webhook.publicId },
    body,
    isBase64Encoded: false,
  });
  const job = {
    organizationId: 'bare',
    webhookId: 'wh_bare',
    messageId: 'MESSAGE_ID',
    channelId: channel.id,
    attempt: 1,
    retriesUsed: 0,
  };
  return {
    ours: {
      bundle: join(bundleFunction('ingest'), 'index.mjs'),
      env: { ...env, AWS_ACCESS_KEY_ID: ACCESS_KEYS.ours },
      event,
    },
    bare: {
      bundle: join(bundleFunction('bare', import.meta.dirname), 'index.mjs'),
      env: {
        ...env,
        AWS_ACCESS_KEY_ID: ACCESS_KEYS.bare,
        ENDPOINT_KEY: `ENDPOINT#${hashSecret(webhook.publicId)}`,
        JOB: JSON.stringify(job),
      },
      event,
    },
  };
}

function start({ bundle, env, event }: Subject): ChildProcess {
  return fork(join(import.meta.dirname, 'instance.ts'), [bundle, event], { env, execArgv: [] });
}

async function sendsOf(instance: ChildProcess, count: number): Promise<z.infer<typeof Figures>> {
  instance.send(count);
  const [figures] = await once(instance, 'message');
  return Figures.parse(figures);
}

async function compareWarm({ ours, bare }: Subjects): Promise<Ratio[]> {
  const instances = { ours: start(ours), bare: start(bare) };
  await Promise.all([once(instances.ours, 'message'), once(instances.bare, 'message')]);
  const throughput: number[] = [];
  const cpu: number[] = [];
  const perSecond: number[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const a = await sendsOf(instances.ours, SENDS_PER_ROUND);
    const b = await sendsOf(instances.bare, SENDS_PER_ROUND);
    if (round < 0) continue;
    throughput.push(b.ms / a.ms);
    cpu.push(a.cpuMs / b.cpuMs);
    perSecond.push((SENDS_PER_ROUND * 1000) / a.ms);
  }
  for (const instance of Object.values(instances)) instance.disconnect();
  console.log(`ingest, one instance: ${Math.max(...perSecond).toFixed(0)} sends a second in the best round`);
  return [
    ratio('ingest: sends per second against a bare function', throughput, { atLeast: 0.9 }),
    ratio('ingest: CPU per send against a bare function', cpu, { atMost: 1.15 }),
  ];
}

/** Import plus first invocation in a fresh process, by the parent's clock less the runtime's own start. */
async function compareCold({ ours, bare }: Subjects): Promise<Ratio> {
  const ratios: number[] = [];
  for (let round = 0; round < COLD_STARTS; round += 1) {
    const a = await coldStart(ours);
    const b = await coldStart(bare);
    ratios.push(a / b);
  }
  return ratio('ingest: import plus first call against the same SDK clients bare', ratios, { atMost: 1.2 });
}

async function coldStart(subject: Subject): Promise<number> {
  const instance = start(subject);
  const [imported] = await once(instance, 'message');
  const { ms } = await sendsOf(instance, 1);
  instance.disconnect();
  return Imported.parse(imported).importMs + ms;
}

async function printCalls({ door }: Stack): Promise<void> {
  const response = await fetch(`${door}/_metering`);
  const all = Meters.parse(z.object({ meters: z.unknown() }).parse(await response.json()).meters);
  const sends = (ROUNDS + WARM_UP_ROUNDS) * SENDS_PER_ROUND;
  for (const { caller, service, operation, calls } of all) {
    if (caller !== ACCESS_KEYS.ours) continue;
    console.log(`ingest: ${service} ${operation}: ${(calls / sends).toFixed(2)} calls per send`);
  }
}
