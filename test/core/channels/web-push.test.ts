import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RenderContext } from '../../../core/channels/channel-kind.ts';
import type { HttpResponse } from '../../../core/channels/http-exchange.ts';
import { newPushKeys, BrowserSubscription } from '../../../core/channels/push-keys.ts';
import { webPush, webPushConfigOf, withNewPage } from '../../../core/channels/web-push.ts';
import { fakeBrowser } from '../../adapters/http/web-push/browser.ts';
import type { AskShown } from '../../../core/channels/ask-shown.ts';
import { resolved } from '../../vendors/alerts.ts';
import { openAsk } from '../../vendors/asks.ts';

const context: RenderContext = {
  deliveryId: 'dlv_0123456789abcdef0123456789abcdef',
  now: 0,
  userAgent: 'test',
  messageUrl: 'https://router.example.com/messages/msg_1',
};
const message = {
  id: 'msg_1',
  content: { title: 'Disk full', message: 'db-1 is full', priority: 5, tags: [] },
  receivedAt: '2026-11-20T10:00:00.000Z',
  webhook: { id: 'wh_1', name: 'Monitoring' },
  payloadText: '{}',
  hops: [],
};
const { subscription } = fakeBrowser('https://push.example.net/1');
const prepare = (config: object = {}, previous?: object) =>
  webPushConfigOf(
    webPush.prepare(config, { now: 0, randomBytes, ...(previous === undefined ? {} : { previous }) }).config,
  );
const config = {
  ...prepare(),
  subscriptions: { s1: subscription, s2: fakeBrowser('https://push.example.net/2').subscription },
};
const answer = (status: number, headers: Record<string, string> = {}): HttpResponse => ({
  kind: 'response',
  status,
  headers,
  body: '',
  truncated: false,
  durationMs: 1,
});

describe('a web push channel', () => {
  it('gets keys and a secret page when it is made, and keeps them when it is changed', () => {
    const made = prepare();
    const changed = prepare({ ttlSeconds: 60 }, { ...made, subscriptions: { s1: subscription } });

    expect(Buffer.from(made.publicKey, 'base64url')).toHaveLength(65);
    expect(made.pageSecret).toMatch(/^[\w-]{22}$/);
    expect(changed).toEqual({ ...made, ttlSeconds: 60, subscriptions: { s1: subscription } });
    expect(prepare().privateKey).not.toBe(made.privateKey);
  });

  it('shows and takes none of its own fields', () => {
    expect(webPush.internal).toEqual(['publicKey', 'privateKey', 'pageSecret', 'subscriptions']);
    expect(webPush.config.safeParse({ subscriptions: {} }).success).toBe(false);
    expect(webPush.config.safeParse({ contact: 'http://example.com' }).success).toBe(false);
  });

  it('cannot be sent to before a browser has subscribed', () => {
    expect(webPush.obstacle?.(prepare(), context)?.reason).toContain('no browser');
    expect(webPush.obstacle?.(config, context)).toBeUndefined();
  });

  it('sends each browser a request of its own, with title, text and link', () => {
    const requests = webPush.render(message, config, context);

    expect(requests.map(({ recipient }) => recipient)).toEqual(['s1', 's2']);
    expect(requests[0]).toMatchObject({
      urgency: 'high',
      ttlSeconds: 86_400,
      topic: '0123456789abcdef0123456789abcdef',
    });
    expect(JSON.parse(requests[0]!.payload)).toEqual({
      id: 'msg_1',
      title: 'Disk full',
      body: 'db-1 is full',
      url: 'https://router.example.com/messages/msg_1',
      priority: 5,
      at: '2026-11-20T10:00:00.000Z',
    });
  });

  it('keeps an ask in sight until it is answered, with a button for each of two options', () => {
    const two = { ...openAsk, buttons: openAsk.buttons.slice(0, 2) };
    const url = openAsk.url ?? '';
    const asked = (ask: AskShown, text = 'Version 7') =>
      webPush.render({ ...message, content: { ...message.content, message: text } }, config, {
        ...context,
        messageUrl: url,
        ask,
      })[0]!;
    const shown = (...given: Parameters<typeof asked>) => JSON.parse(asked(...given).payload);

    expect(shown(two)).toMatchObject({
      tag: openAsk.id,
      stays: true,
      url,
      actions: [
        { action: 'yes', title: 'Approve & <go>' },
        { action: 'no', title: 'Reject' },
      ],
    });
    expect(asked(two)).toMatchObject({ topic: openAsk.id });
    for (const onPage of [shown(openAsk), shown({ ...two, buttons: [] }), shown(two, 'x'.repeat(5000))]) {
      expect(onPage).toMatchObject({ tag: openAsk.id, stays: true, url });
      expect(onPage).not.toHaveProperty('actions');
    }
  });

  it('shows the end of an ask in the place of the question', () => {
    const ended = webPush.render(message, config, { ...context, ask: { id: openAsk.id, buttons: [] } })[0]!;

    expect(ended.topic).toBe(openAsk.id);
    expect(JSON.parse(ended.payload)).toMatchObject({ tag: openAsk.id, title: 'Disk full' });
    expect(JSON.parse(ended.payload)).not.toHaveProperty('stays');
  });

  it('says the end of an alert in full, and with less urgency', () => {
    const [request] = webPush.render(message, config, { ...context, alert: resolved });

    expect(request?.urgency).toBe('normal');
    expect(JSON.parse(request!.payload)).toMatchObject({
      title: 'Resolved: Disk full',
      body: 'Resolved after 12 min by Anna, 3 messages\n\ndb-1 is full',
      priority: 3,
    });
  });

  it('is titled as its source when it has no title', () => {
    const { title: _, ...content } = message.content;

    expect(JSON.parse(webPush.render({ ...message, content }, config, context)[0]!.payload)).toMatchObject({
      title: 'Monitoring',
    });
  });

  it.each([
    [1, 'very-low'],
    [2, 'low'],
    [3, 'normal'],
    [4, 'high'],
    [undefined, 'normal'],
  ] as const)('gives priority %s the urgency %s', (priority, urgency) => {
    const { priority: _, ...rest } = message.content;
    const content = priority === undefined ? rest : { ...rest, priority };

    expect(webPush.render({ ...message, content }, config, context)[0]!.urgency).toBe(urgency);
  });

  it('never sends more than fits, and always well-formed JSON', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 500 }),
      fc.constantFrom('😀'.repeat(4000), '"'.repeat(4000), '\u0001'.repeat(4000), 'ض'.repeat(4000)),
    );
    fc.assert(
      fc.property(texts, texts, (title, text) => {
        const [request] = webPush.render({ ...message, content: { title, message: text, tags: [] } }, config, context);

        expect(Buffer.byteLength(request!.payload)).toBeLessThanOrEqual(3993);
        expect(JSON.parse(request!.payload).title.isWellFormed()).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it.each([404, 410])('forgets a browser whose push service answers %i', (status) => {
    expect(webPush.classify(answer(status), { now: 0, recipient: 's1' })).toMatchObject({
      kind: 'failed',
      gone: ['s1'],
    });
  });

  it.each([
    [201, 'delivered'],
    [400, 'failed'],
    [403, 'failed'],
    [413, 'failed'],
    [429, 'retry'],
    [503, 'retry'],
  ])('reads %i as %s', (status, kind) => {
    expect(webPush.classify(answer(status), { now: 0, recipient: 's1' })).toMatchObject({ kind });
  });

  it('names no browser to forget where the request was for none', () => {
    expect(webPush.classify(answer(410), { now: 0 })).toEqual({
      kind: 'failed',
      status: 410,
      error: 'the push service answered 410: the browser is not subscribed any more',
    });
  });

  it('signs with its contact, else with the address of the router, as far as it is known', () => {
    const { messageUrl: _, ...unlinked } = context;
    const subject = (changes: object, given: RenderContext) =>
      webPush.render(message, { ...config, ...changes }, given)[0]!.vapid.subject;

    expect(subject({ contact: 'mailto:ops@example.com' }, context)).toBe('mailto:ops@example.com');
    expect(subject({}, context)).toBe('https://router.example.com');
    expect(subject({}, unlinked)).toBe('https://localhost');
  });

  it('gets a page at another address and no browser of the old one, and keeps its keys', () => {
    const moved = withNewPage(config, { randomBytes: (count) => new Uint8Array(count).fill(1) });

    expect(moved.pageSecret).toHaveLength(config.pageSecret.length);
    expect(moved.pageSecret).not.toBe(config.pageSecret);
    expect(moved).toEqual({ ...config, pageSecret: moved.pageSecret, subscriptions: {} });
  });

  it('counts who took it', () => {
    expect(webPush.classify(answer(201), { now: 0, recipient: 's1' })).toMatchObject({ reached: ['s1'] });
    expect(webPush.classify(answer(201), { now: 0 })).toEqual({ kind: 'delivered', status: 201 });
  });

  it('waits as long as a push service asks', () => {
    expect(webPush.classify(answer(429, { 'retry-after': '7' }), { now: 0 })).toMatchObject({ retryAfterSeconds: 7 });
  });
});

describe('a subscription', () => {
  const bytes = (count: number) => Buffer.alloc(count, 4).toString('base64url');

  it('is taken as a browser gives it', () => {
    expect(BrowserSubscription.parse(subscription)).toEqual(subscription);
  });

  it.each([
    ['a key that is too short', { p256dh: bytes(64) }],
    ['a key that is no point of the curve', { p256dh: bytes(65) }],
    ['a secret that is too short', { auth: bytes(15) }],
    ['an endpoint that is no web address', { endpoint: 'ftp://push.example.net/1' }],
  ])('is refused with %s', (_, wrong) => {
    const { error } = BrowserSubscription.safeParse({ ...subscription, ...wrong });

    expect(error?.issues.map(({ path }) => path)).toEqual([Object.keys(wrong)]);
  });
});

describe('newPushKeys', () => {
  it('gives a key whatever the bytes, also those that are no key', () => {
    const keys = newPushKeys((count) => new Uint8Array(count));

    expect(Buffer.from(keys.privateKey, 'base64url')).toHaveLength(32);
    expect(newPushKeys((count) => new Uint8Array(count))).toEqual(keys);
  });
});
