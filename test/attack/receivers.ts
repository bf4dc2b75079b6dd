import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { Receiver } from '../adapters/http/receiver.ts';
import { hostilities, hostilityFrom, startHostile } from '../fakes/hostile-receiver.ts';
import { generator } from '../../local/door/faults.ts';
import { Channel, pathOf, type Rig, Webhook } from './rig.ts';

const Sent = z.object({ messageId: z.string() });
const Message = z.object({
  deliveries: z.array(z.object({ channelName: z.string(), state: z.string(), attempts: z.array(z.unknown()) })),
});

const LINKS_PER_WEBHOOK = 90;
const SENDS = 2;
/** A batch of ten such receivers at ten seconds each, and the queue in front of it. */
const WITHIN_MS = 240_000;

/** Sends to receivers that do everything but answer: every delivery must still come to an attempt that ended. */
export async function receivers(rig: Rig, { seed, count }: { readonly seed: number; readonly count: number }) {
  const random = generator(seed);
  const servers: Receiver[] = [];
  const webhooks = [];
  for (let n = 0; n < count; n += 1) {
    const hostility = hostilities[n] ?? hostilityFrom(random);
    const server = await startHostile(hostility);
    servers.push(server);
    if (n % LINKS_PER_WEBHOOK === 0) webhooks.push(await rig.call(Webhook, 'POST', '/webhooks', { name: 'hostile' }));
    const url = `${hostility.scheme}://127.0.0.1:${server.port}/`;
    const name = hostility.name.slice(0, 100);
    const channel = await rig.call(Channel, 'POST', '/channels', { kind: 'webhook', name, config: { url } });
    await rig.call(z.unknown(), 'PUT', `/webhooks/${webhooks.at(-1)!.id}/channels/${channel.id}`, {});
  }
  const ids: string[] = [];
  for (const webhook of webhooks) {
    for (let n = 0; n < SENDS; n += 1) {
      const { text } = await rig.request('POST', pathOf(webhook), { body: '{"message":"to hostile receivers"}' });
      ids.push(Sent.parse(JSON.parse(text)).messageId);
    }
  }
  const startedAt = Date.now();
  let stuck: string[] = [];
  do {
    await sleep(2000);
    stuck = await untried(rig, ids);
  } while (stuck.length > 0 && Date.now() - startedAt < WITHIN_MS);
  for (const name of stuck) rig.findings.push(`a delivery never came to an end of its first attempt: ${name}`);
  for (const server of servers) await server[Symbol.asyncDispose]();
  return `${count} receivers, each tried within ${Math.round((Date.now() - startedAt) / 1000)} s`;
}

/** Channels whose delivery has no attempt that came to an end. */
async function untried(rig: Rig, messageIds: readonly string[]): Promise<string[]> {
  const messages = await Promise.all(messageIds.map(async (id) => rig.call(Message, 'GET', `/messages/${id}`)));
  return messages
    .flatMap(({ deliveries }) => deliveries)
    .filter(({ attempts }) => attempts.length === 0)
    .map(({ channelName }) => channelName);
}
