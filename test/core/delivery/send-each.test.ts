import { describe, expect, it } from 'vitest';
import type { HttpRequest, OutboundResult } from '../../../core/channels/http-exchange.ts';
import type { WebPushRequest } from '../../../core/channels/web-push-request.ts';
import { createSend, type SendPorts } from '../../../core/delivery/send.ts';
import type { Progress } from '../../../core/delivery/send-each.ts';
import type { Channel } from '../../../core/directory/channel.ts';

const SECOND = 1000;
const PATIENCE_MS = 4 * SECOND;
const at = '2026-11-20T10:00:00.000Z';
const message = {
  id: 'msg_1',
  content: { message: 'down', tags: [] },
  receivedAt: at,
  webhook: { id: 'wh_1', name: 'CI' },
  payloadText: '{}',
  hops: [],
};
const facts = {
  id: 'ch_1',
  organizationId: 'org_1',
  name: 'X',
  enabled: true,
  createdAt: at,
  updatedAt: at,
  version: 1,
};

const names = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`);

function browsers(ids: readonly string[]): Channel {
  const subscription = { endpoint: 'https://push.example.net/1', p256dh: 'x', auth: 'x' };
  const subscriptions = Object.fromEntries(ids.map((id) => [id, subscription]));
  return { ...facts, kind: 'web-push', config: { subscriptions, pageSecret: 'x', publicKey: 'x', privateKey: 'x' } };
}

const took: OutboundResult = { kind: 'response', status: 201, headers: {}, body: '', truncated: false, durationMs: 1 };
const hung: OutboundResult = {
  kind: 'failed',
  reason: 'timeout',
  message: 'no answer within 4000 ms',
  maybeDelivered: true,
  durationMs: PATIENCE_MS,
};

/** Push services of which some hang, in a time that passes only when all that can go on has gone on. */
function services(hanging: ReadonlySet<string>, options: Partial<SendPorts> = {}) {
  const seen = { now: 0, asked: [] as string[], atOnce: 0, most: 0 };
  let waiting: (() => void)[] = [];
  async function ask({ recipient }: WebPushRequest): Promise<OutboundResult> {
    seen.asked.push(recipient);
    seen.atOnce += 1;
    seen.most = Math.max(seen.most, seen.atOnce);
    if (hanging.has(recipient)) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(passTime);
      await promise;
    }
    seen.atOnce -= 1;
    return hanging.has(recipient) ? hung : took;
  }
  function passTime(): void {
    const over = waiting;
    waiting = [];
    seen.now += PATIENCE_MS;
    for (const end of over) end();
  }
  const send = createSend({ push: { send: ask }, now: () => seen.now, ...options });
  return { seen, send: async (channel: Channel, progress?: Progress) => send(channel, message, progress) };
}

describe('recipients of one attempt', () => {
  it('are asked side by side, but not all at once', async () => {
    const { send, seen } = services(new Set(names(100)));

    await send(browsers(names(100)));

    expect(seen.most).toBe(20);
    expect(seen.asked).toHaveLength(100);
  });

  it('all get their turn in one attempt, even when every place is taken by one that hangs', async () => {
    const { send, seen } = services(new Set(names(99)));

    const outcome = await send(browsers(names(100)));

    expect(seen.now).toBe(20 * SECOND);
    expect(outcome).toMatchObject({
      kind: 'retry',
      error: '99 of 100 recipients: no answer within 4000 ms; it may have been delivered',
      reached: ['s99'],
      taken: 'now',
    });
  });

  it('are left to the next attempt when the time of this one is over', async () => {
    const ids = names(100);
    const { send, seen } = services(new Set(ids.slice(0, 60)), { beginWithinMs: 10 * SECOND });

    const first = await send(browsers(ids));

    expect(seen.now).toBe(12 * SECOND);
    expect(seen.asked).toEqual(ids.slice(0, 60));
    const { send: again, seen: next } = services(new Set());
    if (first.kind !== 'retry') throw new Error(first.kind);
    expect(await again(browsers(ids), { settled: first.settled ?? {} })).toMatchObject({ kind: 'delivered' });
    expect(next.asked).toEqual(ids);
  });

  it('are told of as they settle, each time with all that are', async () => {
    const kept: number[] = [];
    const { send } = services(new Set(['s1']));
    const keep: Progress['keep'] = (settled) => kept.push(Object.keys(settled).length);

    await send(browsers(names(3)), { settled: { earlier: '' }, keep });

    expect(kept).toEqual([2, 3]);
  });

  it('are asked again by nobody when they settled before the attempt died', async () => {
    let kept: Progress = {};
    const dying = services(new Set(['s0', 's1']));
    void dying.send(browsers(names(8)), { keep: (settled) => (kept = { settled }) });
    await new Promise((resolve) => setImmediate(resolve));
    const { send, seen } = services(new Set());

    await send(browsers(names(8)), kept);

    expect(seen.asked).toEqual(['s0', 's1']);
  });
});

describe('a text message to several numbers', () => {
  it('comes to each of them while the request to the first one hangs', async () => {
    const to = ['+4915100000001', '+4915100000002', '+4915100000003'];
    const config = { accountSid: 'AC1', authToken: 'token', from: 'Router', to };
    const asked: string[] = [];
    const first = Promise.withResolvers<OutboundResult>();
    const http = {
      send: async ({ body = '' }: HttpRequest) => {
        const number = new URLSearchParams(String(body)).get('To') ?? '';
        asked.push(number);
        if (asked.length === to.length) first.resolve(hung);
        return number === to[0] ? first.promise : took;
      },
    };

    const outcome = await createSend({ http, now: () => 0 })({ ...facts, kind: 'twilio', config }, message);

    expect(asked).toEqual(to);
    expect(outcome).toMatchObject({ kind: 'retry', error: expect.stringContaining('1 of 3 recipients'), taken: 'now' });
  });
});

describe('a retry that the first version parked', () => {
  const key = 'BB4YUy_UdUwC8wQdnHXOszuD_9gax85P6ILMscmLxYlupGwxHE4v9A3ZajZT5uRURdMt_khuztdcepDGoYiBwKM';
  const browser = (name: string) => ({
    endpoint: `https://push.example.net/${name}`,
    p256dh: key,
    auth: 'AQEBAQEBAQEBAQEBAQEBAQ',
  });
  const to = ['+4915100000001', '+4915100000002'];
  const keys = { pageSecret: 'x', publicKey: 'public', privateKey: 'private' };
  const subscriptions = { s1: browser('1'), s2: { ...browser('2'), subscribedAt: 1, acceptedAt: 2 } };

  // Names as commit 3bb5dfd wrote them: hashes of the whole request to the first recipient.
  it.each([
    ['sms', { to }, '4e8ce2ace392750d'],
    ['twilio', { accountSid: 'AC1', authToken: 'token', from: 'Router', to }, '55568f8f208c441f'],
    ['web-push', { ...keys, subscriptions }, '054c9b72eb3674d2'],
  ] as const)('repeats nothing for who was settled: %s', async (kind, config, name) => {
    const asked: unknown[] = [];
    const ask = async ({ recipient }: { readonly recipient?: string }) => {
      asked.push(recipient);
      return took;
    };
    const aws: SendPorts['aws'] = {
      send: async ({ recipient }) => {
        asked.push(recipient);
        return { kind: 'accepted', status: 200 };
      },
    };
    const send = createSend({ http: { send: ask }, push: { send: ask }, aws, now: () => 0 });

    await send({ ...facts, kind, config }, message, { settled: { [name]: '' } });

    expect(asked).toEqual([kind === 'web-push' ? 's2' : to[1]]);
  });
});
