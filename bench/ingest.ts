import { join } from 'node:path';
import { directoryKeys } from '../adapters/aws/directory/directory-keys.ts';
import { messageKey } from '../adapters/aws/messages/message-key.ts';
import { bundleFunction } from '../lib/bundling.ts';
import { managementApi } from '../test/integration/api.ts';
import type { Stack } from '../test/integration/stack.ts';
import { startForBench } from './start.ts';
import { MESSAGE_ID } from './bare-keys.ts';
import { functionOf } from './deployed.ts';
import { alternate, type Instance, startInstance, type Subject } from './instances.ts';
import { median, ratio } from './ratio.ts';
import type { Report } from './report.ts';
import { bodyOf, sendEvent } from './send-event.ts';

const SENDS_PER_ROUND = 100;
const ROUNDS = 21;
/** Until the compiler has seen what matters. */
const WARM_UP_SENDS = 1000;

/**
 * The ingest function against a bare function that makes the same AWS calls and nothing else, both on the same running
 * stack: throughput and CPU of one instance.
 */
export async function run(): Promise<Report> {
  const stack = await startForBench();
  try {
    const { ours, bare, event } = await ingestSubjects(stack);
    const instances = { ours: await startInstance(ours), bare: await startInstance(bare) };
    const sends = async (instance: Instance, count: number) => instance.invoke([event], count);
    await sends(instances.ours, WARM_UP_SENDS);
    await sends(instances.bare, WARM_UP_SENDS);
    const pairs = await alternate(ROUNDS, {
      ours: async () => sends(instances.ours, SENDS_PER_ROUND),
      bare: async () => sends(instances.bare, SENDS_PER_ROUND),
    });
    for (const instance of Object.values(instances)) instance.stop();
    const each = (read: (pair: (typeof pairs)[number]) => number) => pairs.map(read);
    const perSend = (read: (pair: (typeof pairs)[number]) => number) => median(each(read)) / SENDS_PER_ROUND;
    return {
      ratios: [
        ratio(
          'ingest: sends per second against a bare function',
          each(({ ours: a, bare: b }) => b.ms / a.ms),
          { atLeast: 0.9 },
        ),
        ratio(
          'ingest: CPU per send against a bare function',
          each(({ ours: a, bare: b }) => a.cpuMs / b.cpuMs),
          { atMost: 0.65 },
        ),
      ],
      tables: [
        {
          title: 'One instance, one send at a time (medians; the engines are on the same machine)',
          columns: ['', 'ours', 'bare'],
          rows: [
            ['ms per send', perSend(({ ours: a }) => a.ms), perSend(({ bare: b }) => b.ms)],
            ['CPU ms per send', perSend(({ ours: a }) => a.cpuMs), perSend(({ bare: b }) => b.cpuMs)],
          ],
        },
      ],
    };
  } finally {
    await stack.stop();
  }
}

/** Ours and the yardstick, and a send to a webhook with one linked channel that is off, so that deliveries cost little. */
export async function ingestSubjects(stack: Stack): Promise<{ ours: Subject; bare: Subject; event: object }> {
  const api = managementApi(stack);
  const webhook = await api.createWebhook({ name: 'Bench' });
  const config = { url: 'http://127.0.0.1:9' };
  const channel = await api.createChannel({ kind: 'webhook', name: 'Off', config, enabled: false });
  await api.link(webhook.id, channel.id);
  const ours = await functionOf(stack, 'Ingest');
  const job = {
    organizationId: 'bare',
    webhookId: 'wh_bare',
    messageId: MESSAGE_ID,
    channelId: channel.id,
    attempt: 1,
    retriesUsed: 0,
  };
  return {
    ours,
    bare: {
      bundle: join(bundleFunction('bare', import.meta.dirname), 'index.mjs'),
      env: {
        ...ours.env,
        ENDPOINT_PARTITION: directoryKeys.endpoint(webhook.publicId).pk,
        MESSAGE_PARTITION: messageKey('bare', MESSAGE_ID).pk,
        JOB: JSON.stringify(job),
      },
    },
    event: sendEvent({ publicId: webhook.publicId, body: bodyOf(1024), env: ours.env }),
  };
}
