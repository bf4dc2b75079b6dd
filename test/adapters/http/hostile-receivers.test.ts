import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createOutboundClient, type OutboundClient } from '../../../adapters/http/outbound-client.ts';
import type { HttpRequest, OutboundResult } from '../../../core/channels/http-exchange.ts';
import { generator } from '../../../local/door/faults.ts';
import { type Hostility, hostilities, hostilityFrom, startHostile } from '../../fakes/hostile-receiver.ts';
import { startHttp, startTcp } from './receiver.ts';

const TIMEOUT_MS = 250;
/** For what is answered at once, however busy the machine is. */
const AMPLE_MS = 10_000;
/** How long a machine with other things to do may take beyond that. */
const GRACE_MS = 2_000;

function newClient(timeoutMs = TIMEOUT_MS): OutboundClient {
  return createOutboundClient({
    allowedCidrs: ['127.0.0.0/8'],
    timeoutMs,
    resolve: () => Promise.resolve(['127.0.0.1']),
  });
}

/** By default more than the buffers of a connection hold, so that a receiver may leave it unread. */
const post = (scheme: string, port: number, body = 'x'.repeat(5_000_000)): HttpRequest => ({
  kind: 'http',
  method: 'POST',
  url: `${scheme}://receiver.test:${port}/in`,
  headers: {},
  body,
});

interface Sent {
  readonly result: OutboundResult;
  readonly heldMs: number;
}

/** Sends one request and waits until its connection is closed; those that may be used again are, after a while. */
async function sendTo(hostility: Hostility, timeoutMs = TIMEOUT_MS): Promise<Sent> {
  await using receiver = await startHostile(hostility);
  const startedAt = performance.now();
  const result = await newClient(timeoutMs).send(post(hostility.scheme, receiver.port, 'x'.repeat(100_000)));
  const heldMs = performance.now() - startedAt;
  await receiver.allClosed();
  return { result, heldMs };
}

/** What is no answer may still have been delivered, unless no connection was made. */
function inWords(result: OutboundResult): string {
  if (result.kind === 'response') return `${result.status}${result.truncated ? ', cut' : ''}`;
  return result.kind === 'failed' ? `${result.reason}${result.maybeDelivered ? '' : ', unsent'}` : result.reason;
}

/** Receivers that answer, whatever else they do. */
const ANSWERING = /^204|^two answers|^answer|^close ann/;

const outcomes: readonly (readonly [outcome: RegExp, receivers: RegExp])[] = [
  [/^timeout$/, /^silence|^interim answer, silence|drips?$/],
  [/^protocol$/, /upgrade|^status|^headers for|^one header|^zeros|^another|^HTTP\/2|length/],
  // Whichever comes first: the end of what is taken, or of the time.
  [/^(protocol|timeout)$/, /^(100|103|199|empty lines) for/],
  [/^reset$/, /^close (at|with)|^reset with|^interim answer, close|^half a status/],
  [/^200, cut$/, /^body|in the body|chunk|trailers/],
  [/^20[04]$/, ANSWERING],
  [/^(tls|timeout), unsent$/, /^TLS/],
];

describe('a hostile receiver', () => {
  it.concurrent.each(hostilities)('ends as one may expect, and lets the connection go: $name', async (hostility) => {
    const timeoutMs = ANSWERING.test(hostility.name) ? AMPLE_MS : TIMEOUT_MS;
    const { result, heldMs } = await sendTo(hostility, timeoutMs);

    const fitting = outcomes.flatMap(([outcome, receivers]) => (receivers.test(hostility.name) ? outcome.source : []));
    expect(inWords(result)).toMatch(new RegExp(fitting.join('|') || 'none is expected'));
    expect(heldMs).toBeLessThan(timeoutMs + GRACE_MS);
  });

  it('holds nobody when it is one that nobody thought of', async () => {
    const random = generator(15);
    const receivers = Array.from({ length: 200 }, () => hostilityFrom(random));

    const held: Record<string, number> = {};
    for (let at = 0; at < receivers.length; at += 50) {
      const batch = receivers.slice(at, at + 50);
      await Promise.all(batch.map(async (receiver) => (held[receiver.name] = (await sendTo(receiver)).heldMs)));
    }

    expect(Object.entries(held).filter(([, ms]) => ms > TIMEOUT_MS + GRACE_MS)).toEqual([]);
  });

  it('is called what it is when it changes the protocol instead of answering', async () => {
    const upgrade = hostilities.find(({ name }) => name === 'upgrade')!;

    const { result } = await sendTo(upgrade);

    expect(result).toMatchObject({
      kind: 'failed',
      reason: 'protocol',
      message: 'the receiver answered 101, which is no answer to a request',
      maybeDelivered: true,
    });
  });
});

describe('a receiver that takes all connections to itself', () => {
  it('keeps no request that waits for one of them beyond the time allowed', async () => {
    await using receiver = await startTcp(() => undefined);
    // Time enough for every connection to be made, on a busy machine too.
    const timeoutMs = 4_000;
    const client = newClient(timeoutMs);
    const startedAt = performance.now();

    const results = await Promise.all(
      Array.from({ length: 80 }, async () => client.send(post('http', receiver.port, '{}'))),
    );

    expect(performance.now() - startedAt).toBeLessThan(timeoutMs + GRACE_MS);
    const unsent = results.filter((result) => result.kind === 'failed' && !result.maybeDelivered);
    expect(results.every((result) => result.kind === 'failed' && result.reason === 'timeout')).toBe(true);
    // Whoever gives up first makes room for one that has a moment left. So how many never got a connection depends on the
    // machine; but nobody is without one who says that it may have been delivered.
    expect(receiver.connections()).toBeGreaterThanOrEqual(Math.max(64, results.length - unsent.length));
    await receiver.allClosed();
  });
});

describe('an answer that comes before the request was read', () => {
  it('counts, and the connection is not kept for what is left of the request', async () => {
    await using receiver = await startTcp((socket) => {
      socket.pause().write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
    });

    const startedAt = performance.now();

    const result = await newClient(10_000).send(post('http', receiver.port));
    await receiver.allClosed();

    expect(result).toMatchObject({ kind: 'response', status: 200 });
    expect(performance.now() - startedAt).toBeLessThan(GRACE_MS);
  });
});

describe('a pooled connection', () => {
  it.each(['junk', 'HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nforged'])(
    'is not used again when the receiver said something unasked: %s',
    async (unasked) => {
      let count = 0;
      await using receiver = await startHttp((request, answer) => {
        count += 1;
        answer.end(String(count));
        if (count === 1) answer.once('close', () => setTimeout(() => request.socket.write(unasked), 10));
      });
      const client = newClient(2_000);
      await client.send(post('http', receiver.port, '{}'));
      await sleep(60);

      const second = await client.send(post('http', receiver.port, '{}'));

      expect(second).toMatchObject({ kind: 'response', body: '2' });
      expect(receiver.connections()).toBe(2);
      client.close();
    },
  );
});
