import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../ratio.ts';
import { close, listen } from './destinations.ts';

/** Milliseconds from `POST` to receipt. */
export type Times = readonly number[];

/** What {@link rowOf} gives. */
export const COLUMNS = ['', 'p50', 'p99', 'longest'];

/** A line of a table of times. */
export const rowOf = (name: string, times: Times): (string | number)[] => [
  name,
  ...[0.5, 0.99, 1].map((share) => quantile(times, share)),
];

/** How often something is sent, and for how long, in milliseconds. */
export interface Sending {
  readonly everyMs: number;
  readonly forMs: number;
}

/** Sends a notification; rejects when it is not taken. */
async function post(url: string, body: object): Promise<void> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  if (response.status !== 201) throw new Error(`The send was answered with ${response.status}.`);
  await response.arrayBuffer();
}

/** A destination that answers at once and notes how long each notification took to come. */
export class Healthy {
  readonly #times: number[] = [];
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [, postedAt] = /"postedAt":([\d.]+)/.exec(Buffer.concat(chunks).toString('utf8')) ?? [];
      this.#times.push(performance.now() - Number(postedAt));
      response.end();
    });
  });

  /** @returns the URL to send to */
  async listen(): Promise<string> {
    return `http://127.0.0.1:${await listen(this.#server)}/`;
  }

  /** Sends to the webhook again and again, and gives how long each took to arrive here. */
  async timesOf(webhookUrl: string, { everyMs, forMs }: Sending): Promise<Times> {
    this.#times.length = 0;
    const end = Date.now() + forMs;
    let sent = 0;
    for (; Date.now() < end; sent += 1) {
      void post(webhookUrl, { message: 'healthy', postedAt: performance.now() });
      await sleep(everyMs);
    }
    const patience = Date.now() + 60_000;
    while (this.#times.length < sent && Date.now() < patience) await sleep(20);
    if (this.#times.length < sent) throw new Error(`Only ${this.#times.length} of ${sent} arrived.`);
    return [...this.#times];
  }

  close(): void {
    close(this.#server);
  }
}

/** Does `work`; for a while from its start a webhook is hit again and again. */
export async function besideHits<T>(url: string, { everyMs, forMs }: Sending, work: () => Promise<T>): Promise<T> {
  const hit = (): void => void post(url, { message: 'beside' });
  hit();
  const timer = setInterval(hit, everyMs);
  const end = setTimeout(() => clearInterval(timer), forMs);
  try {
    return await work();
  } finally {
    clearTimeout(end);
    clearInterval(timer);
  }
}
