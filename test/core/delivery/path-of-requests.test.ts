import { describe, expect, it } from 'vitest';
import { createPushSender } from '../../../adapters/http/web-push/push-sender.ts';
import type { AwsRequest } from '../../../core/channels/aws-exchange.ts';
import type { HttpRequest, OutboundResult } from '../../../core/channels/http-exchange.ts';
import { carrierOf, ChannelKind } from '../../../core/channels/kinds.ts';
import { newPushKeys } from '../../../core/channels/push-keys.ts';
import { channelKinds } from '../../../core/channels/registry.ts';
import { createSend } from '../../../core/delivery/send.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import { hopOf } from '../../../core/message/hop-path.ts';
import { fakeBrowser } from '../../adapters/http/web-push/browser.ts';
import { loadVendors } from '../../vendors/load-vendors.ts';
import { channel, NOW } from './rig.ts';

type Config = Channel['config'];

/** An address of the users' own, which may as well be a webhook of the router by another name. */
const THEIRS = 'https://router.example.org';
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const message = {
  id: 'msg_2',
  content: { message: 'disk full', tags: [] },
  receivedAt: '2026-11-20T10:00:00.000Z',
  webhook: { id: 'wh_2', name: 'CI' },
  payloadText: '{}',
  hops: [hopOf('wh_1')],
  originId: 'msg_1',
};
const path = { 'x-notification-hops': `${hopOf('wh_1')},${hopOf('wh_2')}`, 'x-notification-origin': 'msg_1' };

/** A stored config of every kind that is delivered over HTTP, with every address at `THEIRS`. */
async function configsOverHttp(): Promise<Map<ChannelKind, Config>> {
  const vendors = (await loadVendors()).map((vendor) => [vendor.kind, vendor.config(THEIRS)] as const);
  const { subscription } = fakeBrowser(`${THEIRS}/push`);
  const push = { ...newPushKeys((count) => new Uint8Array(count).fill(7)), pageSecret: 'x'.repeat(22) };
  return new Map<ChannelKind, Config>([
    ...vendors,
    ['webhook', { url: `${THEIRS}/hook`, secret }],
    ['web-push', { ...push, subscriptions: { one: subscription } }],
  ]);
}

const configs = await configsOverHttp();
const cases = [...configs];

const answer = (status: number, body = '', headers = {}): OutboundResult => ({
  kind: 'response',
  status,
  headers,
  body,
  truncated: false,
  durationMs: 1,
});

/** Sends to a channel of `kind` and gives what left, and what came of it. */
async function sent(kind: ChannelKind, config: Config, result = answer(200, 'ok')) {
  const requests: HttpRequest[] = [];
  const http = {
    send: async (request: HttpRequest) => {
      requests.push(request);
      return result;
    },
  };
  const send = createSend({ http, push: createPushSender(http, () => NOW), now: () => NOW });
  const outcome = await send({ ...channel, kind, config }, message);
  return { requests, outcome };
}

describe('every request over HTTP', () => {
  it('is looked at here, of whatever kind it is', () => {
    const overHttp = ChannelKind.options.filter((kind) => carrierOf(kind) === 'outbound');

    expect([...configs.keys()].toSorted()).toEqual(overHttp.toSorted());
  });

  it.each(cases)('of %s says where its notification has been, when it goes to an address of users', async (...it) => {
    const { requests } = await sent(...it);

    expect(requests.length).toBeGreaterThan(0);
    for (const { url, headers } of requests) {
      expect(url).toMatch(/^https:\/\/router\.example\.org\//);
      expect(headers).toMatchObject(path);
    }
  });

  it.each(cases.filter(([, config]) => 'apiBaseUrl' in config))(
    "of %s does not say it to the vendor's own API",
    async (kind, given) => {
      const { apiBaseUrl: _, ...config } = given;

      const { requests } = await sent(kind, config);

      expect(requests.length).toBeGreaterThan(0);
      for (const { url, headers } of requests) {
        expect(new URL(url).origin).toBe(new URL(channelKinds[kind].vendorApi!).origin);
        expect(Object.keys(headers).filter((name) => name.startsWith('x-notification'))).toEqual([]);
      }
    },
  );

  it('of Slack says it to an incoming webhook, although the bot has an API', async () => {
    const webhookUrl = 'https://hooks.slack.com/services/T00000000/B00000000/abcdefghijklmnopqrstuvwx';
    const api = { botToken: 'xoxb-1-2-secretsecret', channel: 'C0123456789' };

    expect((await sent('slack', { webhookUrl })).requests[0]!.headers).toMatchObject(path);
    expect((await sent('slack', api)).requests[0]!.headers).not.toHaveProperty('x-notification-hops');
    const elsewhere = { ...api, apiBaseUrl: 'https://slack.com.example.org/api' };
    expect((await sent('slack', elsewhere)).requests[0]!.headers).toMatchObject(path);
  });

  it('says it in spite of headers of the channel, which an older version let pass', async () => {
    const headers = { 'X-Notification-Hops': 'none', 'X-Notification-Origin': 'msg_9', 'x-mine': 'yes' };

    const { requests } = await sent('webhook', { url: THEIRS, secret, headers });

    expect(requests[0]!.headers).toMatchObject({ ...path, 'x-mine': 'yes' });
    expect(Object.keys(requests[0]!.headers).filter((name) => /notification/i.test(name))).toHaveLength(2);
    for (const name of ['X-Notification-Hops', 'x-notification-origin']) {
      const config = { url: THEIRS, headers: { [name]: 'none' } };
      expect(channelKinds.webhook.config.safeParse(config).success).toBe(false);
    }
  });

  it('names its own message as the origin when it is the first', async () => {
    const { originId: _, ...first } = message;
    const requests: HttpRequest[] = [];
    const http = {
      send: async (request: HttpRequest) => {
        requests.push(request);
        return answer(200);
      },
    };

    const hook = { ...channel, kind: 'webhook' as const, config: { url: THEIRS, secret } };
    await createSend({ http, now: () => NOW })(hook, first);

    expect(requests[0]!.headers).toMatchObject({ 'x-notification-origin': 'msg_2' });
  });
});

describe('every request to AWS', () => {
  const arn = (service: string, name: string) => `arn:aws:${service}:eu-central-1:111122223333:${name}`;
  const toAws = {
    sns: { topicArn: arn('sns', 'alerts') },
    sqs: { queueUrl: 'https://sqs.eu-central-1.amazonaws.com/111122223333/alerts' },
    eventbridge: { busArn: arn('events', 'event-bus/default') },
    email: { to: ['ada@example.com'], from: 'router@example.com' },
    sms: { to: ['+4915123456789'] },
  };
  /** What people read: nothing hands it on with its headers. */
  const forPeople = new Set<string>(['email', 'sms']);

  it('is looked at here, of whatever kind it is', () => {
    const kinds = ChannelKind.options.filter((kind) => carrierOf(kind) === 'aws');

    expect(Object.keys(toAws).toSorted()).toEqual(kinds.toSorted());
  });

  it('says where its notification has been, unless people read it', async () => {
    for (const kind of ChannelKind.options.filter((each) => carrierOf(each) === 'aws')) {
      const requests: AwsRequest[] = [];
      const aws = {
        send: async (request: AwsRequest) => {
          requests.push(request);
          return { kind: 'accepted', status: 200 } as const;
        },
      };
      const config = Object.entries(toAws).find(([name]) => name === kind)![1];

      await createSend({ aws, now: () => NOW })({ ...channel, kind, config }, message);

      const text = JSON.stringify(requests);
      const says = Object.values(path).every((value) => text.includes(value));
      expect({ kind, says }).toEqual({ kind, says: !forPeople.has(kind) });
    }
  });
});

describe('an answer of 508', () => {
  const bodies = [
    ['nothing', ''],
    ['its usual words', '{"error":"Loop detected"}'],
    ['that Slack has a fault', '{"ok":false,"error":"internal_error"}'],
    ['that Slack could not read it', 'invalid_blocks'],
    ['that the channel is gone', 'no_service'],
    ['that Discord wants a wait', '{"retry_after":1,"message":"slow down","code":10015}'],
    ['that Matrix wants a wait', '{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":1000}'],
    ['that Telegram wants a wait', '{"ok":false,"error_code":429,"parameters":{"retry_after":1}}'],
    ['that Twilio has too many', '{"code":20429,"message":"Too many requests"}'],
    ['that Zulip wants a wait', '{"result":"error","code":"RATE_LIMIT_HIT","retry-after":1}'],
  ] as const;

  it.each(cases)('to %s is final, whatever else it says', async (kind, config) => {
    for (const [, body] of bodies) {
      const { requests, outcome } = await sent(kind, config, answer(508, body, { 'retry-after': '5' }));

      expect({ body, outcome }).toMatchObject({ body, outcome: { kind: 'failed', status: 508 } });
      expect(outcome).not.toHaveProperty('disableChannel');
      expect(outcome).not.toHaveProperty('gone');
      expect(requests).toHaveLength(1);
    }
  });

  it('says why, when the receiver is a router that does', async () => {
    const body = JSON.stringify({ error: 'Loop detected', reason: 'It went\nround and round.' });

    const { outcome } = await sent('gotify', configs.get('gotify')!, answer(508, body));

    expect(outcome).toEqual({
      kind: 'failed',
      status: 508,
      error: 'the receiver answered 508: the notification is going round in a loop: It went round and round.',
      response: { status: 508, contentType: '', body },
    });
  });
});
