import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { generator } from '../../local/door/faults.ts';

/** One request of the router, as a receiver saw it. */
export interface Arrival {
  /** Epoch milliseconds. */
  readonly at: number;
  /** `webhook-id`: the same for every attempt of a delivery. */
  readonly deliveryId: string;
}

/** A receiver of outgoing webhooks that behaves in one way. */
export interface ChaosReceiver {
  readonly name: string;
  readonly url: string;
  /** It takes everything at the first attempt: what comes twice needs an explanation. */
  readonly isHealthy: boolean;
  /** What it got, by message id. */
  readonly arrivals: ReadonlyMap<string, readonly Arrival[]>;
  stop(): Promise<void>;
}

interface Behaviour {
  readonly isHealthy?: boolean;
  /** Answers the n-th request for the same message, counted from 1. */
  readonly answer: (response: ServerResponse, count: number, random: () => number) => Promise<void> | void;
}

const OVERSIZE_BYTES = 5 * 1024 * 1024;

/** Every way in which a receiver may behave, by its name. */
const behaviours: Readonly<Record<string, Behaviour>> = {
  ok: { isHealthy: true, answer: (response) => void response.end('ok') },
  'ok after a while': {
    isHealthy: true,
    answer: async (response, _, random) => {
      await sleep(random() * 120);
      response.end('ok');
    },
  },
  '429 with seconds': {
    answer: (response, count) => void (count === 1 ? busy(response, '2') : response.end()),
  },
  '429 with a date': {
    answer: (response, count) => {
      const date = new Date(Date.now() + 3000).toUTCString();
      if (count === 1) busy(response, date);
      else response.end();
    },
  },
  '429 without a wait': { answer: (response, count) => void (count === 1 ? busy(response) : response.end()) },
  '500 now and then': {
    answer: (response, _, random) => {
      if (random() < 0.3) response.statusCode = 500;
      response.end();
    },
  },
  '500 always': {
    answer: (response) => {
      response.statusCode = 500;
      response.end();
    },
  },
  '410': {
    answer: (response) => {
      response.statusCode = 410;
      response.end();
    },
  },
  reset: { answer: (response) => void response.destroy() },
  redirect: {
    answer: (response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:1/' });
      response.end();
    },
  },
  oversize: { answer: (response) => void response.end(Buffer.alloc(OVERSIZE_BYTES, 'x')) },
  hang: { answer: () => undefined },
  'slow drip': {
    answer: (response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 1000);
      response.on('close', () => clearInterval(drip));
    },
  },
};

export const behaviourNames: readonly string[] = Object.keys(behaviours);

function busy(response: ServerResponse, retryAfter?: string): void {
  response.statusCode = 429;
  if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
  response.end();
}

/** Starts the receiver of this name, on a port of its own: a host of its own to the router. */
export async function startChaosReceiver(name: string, seed: number): Promise<ChaosReceiver> {
  const behaviour = behaviours[name];
  if (behaviour === undefined) throw new Error(`There is no receiver ${name}; there are: ${behaviourNames.join(', ')}`);
  const random = generator(seed);
  const arrivals = new Map<string, Arrival[]>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    response.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { messageId }: { messageId: string } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      const known = arrivals.get(messageId) ?? [];
      known.push({ at: Date.now(), deliveryId: String(request.headers['webhook-id']) });
      arrivals.set(messageId, known);
      void behaviour.answer(response, known.length, random);
    });
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
  return {
    name,
    url: `http://127.0.0.1:${address.port}/`,
    isHealthy: behaviour.isHealthy === true,
    arrivals,
    async stop() {
      server.closeAllConnections();
      await new Promise((settle) => server.close(settle));
    },
  };
}
