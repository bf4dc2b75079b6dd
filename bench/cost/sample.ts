import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { managementApi } from '../../test/integration/api.ts';
import type { Receiver } from '../../test/integration/receiver.ts';
import type { Stack } from '../../test/integration/stack.ts';
import { type CallsPerSend, countSends } from '../calls/count-sends.ts';
import { type Meter, readMeters, resetMeters } from '../calls/meters.ts';
import { functionOf } from '../deployed.ts';
import { startInstance } from '../instances.ts';
import { bodyOf } from '../send-event.ts';
import { DAY_MS, storeMessages } from '../stored-messages.ts';

/** A notification to price. */
export interface Kind {
  readonly channels: number;
  readonly bodyBytes: number;
}

/** What one notification uses, on average of a sample. */
export interface Usage {
  /** Until it is stored and enqueued. */
  readonly ingest: readonly CallsPerSend[];
  /** For all its deliveries, each job worked on alone. */
  readonly deliverAlone: readonly CallsPerSend[];
  /** The same with ten jobs to a batch. */
  readonly deliverTen: readonly CallsPerSend[];
  /** Bytes that functions log. */
  readonly logBytes: { readonly ingest: number; readonly deliverAlone: number; readonly deliverTen: number };
}

const SAMPLE = 20;
const BATCH = 10;
const WARM_UP_SENDS = 2;

/** Sends a sample through a running stack and meters what it uses. */
export async function sampleUsage(stack: Stack, receiver: Receiver, kind: Kind): Promise<Usage> {
  const count = Math.max(3, Math.ceil(SAMPLE / kind.channels));
  const scenario = { name: 'Cost', bodyBytes: kind.bodyBytes, channels: { http: kind.channels } };
  const calls = await countSends({ stack, receiver }, scenario, count);
  // Nothing but these sends and two to warm up was logged so far.
  const logged = async (name: RegExp) => (await logBytes(stack, name)) / (count + WARM_UP_SENDS);
  const tens = await deliverInTens(stack, { ...kind, url: receiver.url });
  return {
    ingest: calls.filter(({ role }) => role === 'ingest'),
    deliverAlone: calls.filter(({ role }) => role === 'deliver-http'),
    deliverTen: tens.calls,
    logBytes: {
      ingest: await logged(/IngestFunction/),
      deliverAlone: await logged(/DeliverHttpFunction/),
      deliverTen: tens.logBytes,
    },
  };
}

/** Hands batches of ten jobs to an instance of its own, as a queue under load would. */
async function deliverInTens(stack: Stack, kind: Kind & { readonly url: string }) {
  const count = BATCH * 2;
  const events = await batchesOfTen(stack, kind, count);
  const instance = await startInstance(await functionOf(stack, 'DeliverHttp'), { countLogs: true });
  const [first, ...others] = events;
  // The first opens the data key of the organisation.
  await instance.invoke([first]);
  await resetMeters(stack);
  await instance.invoke(others);
  instance.stop();
  const meters = (await readMeters(stack)).filter(({ caller }) => caller.includes('DeliverHttpFunction'));
  const notifications = (count * others.length) / events.length;
  return {
    calls: meters.map((meter) => perNotification(meter, notifications)),
    logBytes: instance.loggedBytes() / count,
  };
}

function perNotification(meter: Meter, notifications: number): CallsPerSend {
  return {
    service: meter.service,
    operation: meter.operation,
    role: 'deliver-http',
    calls: meter.calls / notifications,
    errors: meter.errors / notifications,
    requestBytes: meter.requestBytes / notifications,
    responseBytes: meter.responseBytes / notifications,
    capacityUnits: meter.capacityUnits / notifications,
  };
}

/** All jobs of `count` stored notifications, in the order of sending, ten to a batch. */
async function batchesOfTen(stack: Stack, kind: Kind & { readonly url: string }, count: number): Promise<object[]> {
  const api = managementApi(stack);
  const webhook = await api.createWebhook({ name: 'Cost, batches' });
  const channelIds: string[] = [];
  for (let n = 0; n < kind.channels; n += 1) {
    const { id } = await api.createChannel({
      kind: 'webhook',
      name: 'Cost',
      config: { url: `${kind.url}/batch/${n}` },
    });
    await api.link(webhook.id, id);
    channelIds.push(id);
  }
  const place = { organizationId: stack.credentials.organizationId, webhookId: webhook.id };
  const body = bodyOf(Math.min(kind.bodyBytes, 8 * 1024));
  const ids = await storeMessages(stack, { ...place, channelId: channelIds[0] ?? '', body, count, spanMs: DAY_MS });
  const jobs = ids.flatMap((messageId) => channelIds.map((channelId) => ({ ...place, messageId, channelId })));
  return Array.from({ length: Math.ceil(jobs.length / BATCH) }, (_, n) => ({
    Records: jobs.slice(n * BATCH, (n + 1) * BATCH).map((job) => ({
      messageId: `${job.messageId}${job.channelId}`,
      body: JSON.stringify({ ...job, attempt: 1, retriesUsed: 0 }),
      attributes: { ApproximateReceiveCount: '1', SentTimestamp: String(Date.now()) },
      messageAttributes: {},
    })),
  }));
}

/** What a function has logged so far. */
async function logBytes({ dataDir }: Stack, name: RegExp): Promise<number> {
  const folder = join(dataDir, 'logs');
  const names = (await readdir(folder)).filter((file) => name.test(file));
  const sizes = await Promise.all(names.map(async (file) => (await stat(join(folder, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
