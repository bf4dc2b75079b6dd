import { createServer } from 'node:http';
import { join } from 'node:path';
import { bundleFunction } from '../lib/bundling.ts';
import { managementApi } from '../test/integration/api.ts';
import type { Stack } from '../test/integration/stack.ts';
import { startForBench } from './start.ts';
import { bareKeys } from './bare-keys.ts';
import { functionOf } from './deployed.ts';
import { alternate, type Figures, startInstance } from './instances.ts';
import { median, ratio } from './ratio.ts';
import type { Report } from './report.ts';
import { bodyOf } from './send-event.ts';
import { storeMessages } from './stored-messages.ts';

const BATCH = 10;
const BATCHES_PER_ROUND = 10;
const ROUNDS = 21;
const WARM_UP_BATCHES = 150;
/** The sweeper takes what is older and not delivered for lost, and delivers it. */
const UNSWEPT_MS = 10 * 60_000;

/**
 * Batches of ten jobs through deliver-http to a receiver on this machine, against a bare consumer that makes the same
 * calls: one read for the batch, and for each message a claim, a POST and an outcome.
 */
export async function run(): Promise<Report> {
  const receiver = await quickReceiver();
  const stack = await startForBench();
  try {
    const { ours, bare, nextEvents } = await consumers(stack, receiver.url);
    const instances = { ours: await startInstance(ours), bare: await startInstance(bare) };
    await instances.ours.invoke(nextEvents(WARM_UP_BATCHES));
    await instances.bare.invoke(nextEvents(WARM_UP_BATCHES));
    const pairs = await alternate(ROUNDS, {
      ours: async () => instances.ours.invoke(nextEvents(BATCHES_PER_ROUND)),
      bare: async () => instances.bare.invoke(nextEvents(BATCHES_PER_ROUND)),
    });
    for (const instance of Object.values(instances)) instance.stop();
    return reportOf(pairs);
  } finally {
    await stack.stop();
    await receiver.stop();
  }
}

function reportOf(pairs: readonly { readonly ours: Figures; readonly bare: Figures }[]): Report {
  const messages = BATCH * BATCHES_PER_ROUND;
  const perSecond = (of: (pair: (typeof pairs)[number]) => number) => (1000 * messages) / median(pairs.map(of));
  return {
    ratios: [
      ratio(
        'deliver: messages per second and core against a bare consumer',
        pairs.map(({ ours, bare }) => bare.cpuMs / ours.cpuMs),
        { atLeast: 0.9 },
      ),
      ratio(
        'deliver: messages per second against a bare consumer',
        pairs.map(({ ours, bare }) => bare.ms / ours.ms),
        { atLeast: 0.9 },
      ),
    ],
    tables: [
      {
        title: 'One instance, batches of ten (medians)',
        columns: ['', 'ours', 'bare'],
        rows: [
          ['messages a second', perSecond(({ ours }) => ours.ms), perSecond(({ bare }) => bare.ms)],
          ['messages a second and core', perSecond(({ ours }) => ours.cpuMs), perSecond(({ bare }) => bare.cpuMs)],
        ],
      },
    ],
  };
}

/** Both consumers of one channel's jobs, and batches of jobs that nobody has had yet. */
async function consumers(stack: Stack, url: string) {
  const api = managementApi(stack);
  const webhook = await api.createWebhook({ name: 'Bench' });
  const channel = await api.createChannel({ kind: 'webhook', name: 'Bench', config: { url } });
  await api.link(webhook.id, channel.id);
  const { organizationId } = stack.credentials;
  const place = { organizationId, webhookId: webhook.id, channelId: channel.id };
  const count = 2 * BATCH * (WARM_UP_BATCHES + ROUNDS * BATCHES_PER_ROUND);
  const ids = await storeMessages(stack, { ...place, body: bodyOf(1024), count, spanMs: UNSWEPT_MS });
  const ours = await functionOf(stack, 'DeliverHttp');
  const bundle = join(bundleFunction('bare-consumer', import.meta.dirname), 'index.mjs');
  return {
    ours,
    bare: { bundle, env: { ...ours.env, RECEIVER_URL: url } },
    nextEvents: (batches: number) =>
      Array.from({ length: batches }, () => ({
        Records: ids.splice(0, BATCH).map((messageId) => record({ ...place, messageId })),
      })),
  };
}

function record(at: { organizationId: string; webhookId: string; channelId: string; messageId: string }) {
  return {
    messageId: at.messageId,
    body: JSON.stringify({ ...at, attempt: 1, retriesUsed: 0, keys: bareKeys(at) }),
    attributes: { ApproximateReceiveCount: '1', SentTimestamp: String(Date.now()) },
    messageAttributes: {},
  };
}

/** Answers 200 to everything and remembers nothing. */
async function quickReceiver() {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.end('ok'));
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((settle) => server.close(settle));
    },
  };
}
