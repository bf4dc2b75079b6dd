import { managementApi } from '../../test/integration/api.ts';
import type { Stack } from '../../test/integration/stack.ts';
import { type Meter, readMeters, resetMeters } from '../calls/meters.ts';
import { functionOf } from '../deployed.ts';
import { type Figures, type Instance, startInstance } from '../instances.ts';
import { sendEvent } from '../send-event.ts';

/** What one send costs ingest. */
export interface SendCost extends Figures {
  readonly capacityUnits: number;
  readonly calls: number;
}

const WARM_UP = 150;

/** An instance of ingest that is warm. */
export async function warmIngest(stack: Stack, event: object): Promise<Instance> {
  const instance = await startInstance(await functionOf(stack, 'Ingest'));
  await instance.invoke([event], WARM_UP);
  return instance;
}

/** The event of a send with this body to a webhook with so many channels, which are off: deliveries cost little. */
export async function eventFor(stack: Stack, { channels, body }: { channels: number; body: string }): Promise<object> {
  const api = managementApi(stack);
  const webhook = await api.createWebhook({ name: `With ${channels}` });
  for (let n = 0; n < channels; n += 1) {
    const config = { url: 'http://127.0.0.1:9' };
    const channel = await api.createChannel({ kind: 'webhook', name: 'Off', config, enabled: false });
    await api.link(webhook.id, channel.id);
  }
  const { env } = await functionOf(stack, 'Ingest');
  return sendEvent({ publicId: webhook.publicId, body, env });
}

/** Capacity units and calls of one send. */
export async function metered(
  stack: Stack,
  instance: Instance,
  event: object,
): Promise<Pick<SendCost, 'capacityUnits' | 'calls'>> {
  await resetMeters(stack);
  await instance.invoke([event], 1);
  const meters = (await readMeters(stack)).filter(({ caller }) => caller.includes('IngestFunction'));
  const sum = (read: (meter: Meter) => number) => meters.reduce((total, meter) => total + read(meter), 0);
  return { capacityUnits: sum((meter) => meter.capacityUnits), calls: sum((meter) => meter.calls) };
}
