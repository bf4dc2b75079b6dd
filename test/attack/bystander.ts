import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { startReceiver } from '../integration/receiver.ts';
import { Channel, pathOf, type Rig, Webhook } from './rig.ts';

/** What a phase was like for the bystander, in milliseconds from the send to its receiver. */
export interface Felt {
  readonly sent: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Somebody who has nothing to do with the attack and sends all the time. */
export interface Bystander {
  /** Begins a phase; gives what the last one was like. */
  nextPhase(): Promise<Felt>;
  /** Stops sending, and waits for what is under way. Gives the texts that were acknowledged and never came. */
  end(): Promise<string[]>;
}

const EVERY_MS = 200;
const LAST_WAIT_MS = 60_000;

export async function startBystander(rig: Rig): Promise<Bystander> {
  const arrivals = new Map<string, number>();
  const receiver = await startReceiver((response, _, { text, at }) => {
    const { message } = z.object({ message: z.string() }).parse(JSON.parse(text));
    if (!arrivals.has(message)) arrivals.set(message, at);
    response.end('ok');
  });
  const { organizationId, token } = rig.bystander;
  const made = async <T>(schema: z.ZodType<T>, path: string, body: object, method = 'POST') => {
    const base = `/api/v1/organizations/${organizationId}`;
    const { text } = await rig.request(method, base + path, { token, body: JSON.stringify(body) });
    return schema.parse(JSON.parse(text));
  };
  const webhook = await made(Webhook, '/webhooks', { name: 'Quiet' });
  const channel = await made(Channel, '/channels', { kind: 'webhook', name: 'Quiet', config: { url: receiver.url } });
  await made(Webhook, `/webhooks/${webhook.id}/channels/${channel.id}`, {}, 'PUT');

  const acknowledged = new Map<string, number>();
  let phase: string[] = [];
  const stop = new AbortController();
  const underWay = new Set<Promise<void>>();

  async function sendOne(message: string): Promise<void> {
    const at = Date.now();
    const { status } = await rig.request('POST', pathOf(webhook), { body: JSON.stringify({ message }) });
    if (status !== 201) return void rig.findings.push(`the bystander got ${status}`);
    acknowledged.set(message, at);
  }

  const loop = (async () => {
    for (let n = 0; !stop.signal.aborted; n += 1) {
      const message = `quiet ${n}`;
      phase.push(message);
      const one = sendOne(message).finally(() => underWay.delete(one));
      underWay.add(one);
      await sleep(EVERY_MS);
    }
  })();

  async function arrived(messages: readonly string[]): Promise<void> {
    const deadline = Date.now() + LAST_WAIT_MS;
    await Promise.all(underWay);
    const isMissing = () => messages.some((message) => acknowledged.has(message) && !arrivals.has(message));
    while (isMissing() && Date.now() < deadline) await sleep(50);
  }

  return {
    async nextPhase() {
      const messages = phase;
      phase = [];
      await arrived(messages);
      return felt(messages.map((message) => (arrivals.get(message) ?? Infinity) - (acknowledged.get(message) ?? 0)));
    },
    async end() {
      stop.abort();
      await loop;
      await arrived([...acknowledged.keys()]);
      await receiver.stop();
      return [...acknowledged.keys()].filter((message) => !arrivals.has(message));
    },
  };
}

function felt(times: readonly number[]): Felt {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { sent: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}
