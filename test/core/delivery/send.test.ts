import { describe, expect, it } from 'vitest';
import type { AwsResult, EmailRequest } from '../../../core/channels/aws-exchange.ts';
import type { ChannelKind } from '../../../core/channels/kinds.ts';
import type { HttpRequest, OutboundResult } from '../../../core/channels/http-exchange.ts';
import type { WebPushRequest } from '../../../core/channels/web-push-request.ts';
import { sendByCarrier } from '../../../core/delivery/send-by-carrier.ts';
import { createMailContext } from '../../../core/delivery/mail-context.ts';
import { outgoingMessage } from '../../../core/delivery/outgoing.ts';
import { createSend, type SendPorts } from '../../../core/delivery/send.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import { fakeBrowser } from '../../adapters/http/web-push/browser.ts';
import { channel, message as stored, NOW } from './rig.ts';

const message = {
  id: 'msg_1',
  content: { message: 'disk full', tags: [] },
  receivedAt: '2026-11-20T10:00:00.000Z',
  webhook: { id: 'wh_1', name: 'CI' },
  payloadText: '{}',
  hops: [],
};
const of = (kind: ChannelKind, config: Channel['config']): Channel => ({ ...channel, kind, config });
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const hook = of('webhook', { url: 'https://receiver.example/hook', secret });
const mail = of('email', { to: ['Ada@example.com', 'bob@example.com'] });
const SLACK = 'https://hooks.slack.com/services/T00000000/B00000000/abcdefghijklmnopqrstuvwx';
const slack = of('slack', { webhookUrl: SLACK });

const answer = (status: number, body = ''): OutboundResult => ({
  kind: 'response',
  status,
  headers: {},
  body,
  truncated: false,
  durationMs: 1,
});

/** Sends with these answers, in turn, and shows the requests. */
function overHttp(...answers: OutboundResult[]) {
  const requests: HttpRequest[] = [];
  const http: SendPorts['http'] = {
    send: async (request) => {
      requests.push(request);
      return answers.shift() ?? answer(200);
    },
  };
  return { requests, send: createSend({ http, now: () => NOW }) };
}

/** Sends mail by a service that takes everything, and shows the requests. */
function byMail(ports: Partial<SendPorts> = {}) {
  const requests: EmailRequest[] = [];
  const aws: SendPorts['aws'] = {
    send: async (request): Promise<AwsResult> => {
      if (request.service === 'email') requests.push(request);
      return { kind: 'accepted', status: 200 };
    },
  };
  return { requests, send: createSend({ aws, now: () => NOW, ...ports }) };
}

/** What mails need, with this sender, where these addresses are suppressed. */
const mailFrom = (from: string, ...suppressed: string[]) => ({
  email: createMailContext({
    from,
    suppressions: { suppressedAmong: async (_, asked) => asked.filter((address) => suppressed.includes(address)) },
  }),
});

describe('sending over HTTP', () => {
  it('reads the answer as the kind does', async () => {
    const { send, requests } = overHttp(answer(204));

    expect(await send(hook, message)).toEqual({ kind: 'delivered', status: 204 });
    expect(requests.map(({ url }) => url)).toEqual(['https://receiver.example/hook']);
  });

  it('masks secrets that the vendor repeats in why it failed and why the channel is switched off', async () => {
    const telegram = of('telegram', { botToken: '123456789:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', chatId: '1' });
    const said = JSON.stringify({
      ok: false,
      error_code: 401,
      description: 'Unauthorized 123456789:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    });

    const outcome = await overHttp(answer(401, said)).send(telegram, message);

    expect(outcome).toMatchObject({ kind: 'failed', status: 401, disableChannel: expect.stringContaining('••••') });
    expect(JSON.stringify(outcome)).not.toContain('123456789:');
  });

  it('sends plain text once when the vendor cannot read the rich form', async () => {
    const { send, requests } = overHttp(answer(400, 'invalid_blocks'), answer(200, 'ok'));

    const outcome = await send(slack, message);

    expect(outcome).toEqual({ kind: 'delivered', status: 200 });
    expect(requests.map(({ body }) => 'blocks' in JSON.parse(String(body)))).toEqual([true, false]);
  });

  it('fails when the vendor cannot read the plain form either', async () => {
    const { send, requests } = overHttp(answer(400, 'invalid_blocks'), answer(400, 'invalid_blocks'));

    const outcome = await send(slack, message);

    const response = { status: 400, contentType: '', body: 'invalid_blocks' };
    expect(outcome).toEqual({
      kind: 'failed',
      status: 400,
      error: 'the receiver answered 400: invalid_blocks',
      response,
    });
    expect(requests).toHaveLength(2);
  });

  it('says what the receiver answered, without what the request proved itself by, and what was ignored', async () => {
    const { send } = overHttp(answer(500, 'xoxb-1-2-secretsecret is no token'));
    const templates = { title: '{% for i in (1..5000000) %}x{% endfor %}' };
    const config = { botToken: 'xoxb-1-2-secretsecret', channel: 'C0123456789', templates };

    const outcome = await send({ ...slack, config }, message);

    expect(outcome).toMatchObject({
      kind: 'retry',
      response: { status: 500, body: '••••cret is no token' },
      notes: [expect.stringContaining('title template failed')],
    });
  });

  it('links to the message where its address is known', async () => {
    const bodies: unknown[] = [];
    const http: SendPorts['http'] = {
      send: async ({ body }) => {
        bodies.push(body);
        return answer(200, 'ok');
      },
    };
    const messageUrl = (id: string) => `https://notify.example.com/messages/${id}`;

    await createSend({ http, now: () => NOW, messageUrl })(slack, message);

    expect(bodies).toEqual([expect.stringContaining('https://notify.example.com/messages/msg_1')]);
  });
});

describe('sending mail', () => {
  it('goes to everybody from the sender of the setting, where the channel has none of its own', async () => {
    const { send, requests } = byMail({ own: mailFrom('router@example.com') });

    expect(await send(mail, message)).toEqual({ kind: 'delivered', status: 200 });
    expect(requests.map(({ input }) => [input.FromEmailAddress, input.Destination.ToAddresses])).toEqual([
      ['router@example.com', ['Ada@example.com', 'bob@example.com']],
    ]);
  });

  it('leaves suppressed addresses out', async () => {
    const { send, requests } = byMail({ own: mailFrom('r@example.com', 'ada@example.com') });

    await send(mail, message);

    expect(requests.map(({ input }) => input.Destination.ToAddresses)).toEqual([['bob@example.com']]);
  });

  it('is not tried without a sender, which the next release may have', async () => {
    const { send, requests } = byMail();

    const outcome = await send(mail, message);

    expect(outcome).toEqual({ kind: 'failed', error: expect.stringMatching(/^not sent: no sender is known/) });
    expect(requests).toEqual([]);
  });

  it('switches the channel off when every address is suppressed', async () => {
    const { send, requests } = byMail({ own: mailFrom('r@example.com', 'ada@example.com', 'bob@example.com') });

    const outcome = await send(mail, message);

    expect(outcome).toMatchObject({ kind: 'failed', disableChannel: expect.stringContaining('suppressed') });
    expect(requests).toEqual([]);
  });

  it('fails as AWS says', async () => {
    const failure = {
      kind: 'aws-failure',
      name: 'MessageRejected',
      message: 'not verified',
      retryable: false,
    } as const;
    const { send } = byMail({ own: mailFrom('r@example.com'), aws: { send: async () => failure } });

    expect(await send(mail, message)).toMatchObject({
      kind: 'failed',
      error: expect.stringContaining('MessageRejected: not verified'),
    });
  });
});

describe('sending to browsers', () => {
  const endpoint = (name: string) => `https://push.example.net/${name}`;
  const { subscription: first } = fakeBrowser(endpoint('1'));
  const { subscription: second } = fakeBrowser(endpoint('2'));
  const config = {
    subscriptions: { first, second },
    pageSecret: 'x'.repeat(22),
    publicKey: 'public',
    privateKey: 'private',
  };

  it('tells which of them are gone', async () => {
    const asked: WebPushRequest[] = [];
    const push: SendPorts['push'] = {
      send: async (request) => {
        asked.push(request);
        return answer(request.recipient === 'first' ? 410 : 201);
      },
    };

    const outcome = await createSend({ push, now: () => NOW })(of('web-push', config), message);

    expect(asked.map((request) => request.subscription.endpoint)).toEqual([endpoint('1'), endpoint('2')]);
    expect(outcome).toEqual({ kind: 'delivered', status: 201, gone: ['first'], reached: ['second'] });
  });
});

describe('what is not sent from here', () => {
  it('is a stream, which needs no sender', async () => {
    const send = overHttp().send(of('live-stream', {}), message);

    await expect(send).rejects.toThrow('Channels of kind live-stream are not delivered by a queue.');
  });

  it('is a kind whose sender is in another function', async () => {
    const send = createSend({ now: () => NOW })(hook, message);

    await expect(send).rejects.toThrow('There is no sender for requests of kind webhook here.');
  });
});

describe('the carrier of a channel', () => {
  it('decides which function sends', async () => {
    const senders = {
      overHttp: async () => ({ kind: 'delivered', status: 204 }) as const,
      byAws: async () => ({ kind: 'delivered', status: 200 }) as const,
    };
    const send = sendByCarrier(senders);

    expect(await send(mail, message)).toEqual({ kind: 'delivered', status: 200 });
    expect(await send(hook, message)).toEqual({ kind: 'delivered', status: 204 });
  });
});

describe('a stored message on its way out', () => {
  const bodies = { get: async (key: string) => `{"stored":"${key}"}` };

  it('carries its payload text', async () => {
    const { id, receivedAt } = stored;

    expect(await outgoingMessage(stored, bodies)).toEqual({
      id,
      content: { message: 'disk full', tags: [] },
      receivedAt,
      hops: [],
      webhook: { id: 'wh_1', name: 'CI' },
      payloadText: '{}',
    });
  });

  it('carries what it says as it is, and a large payload from the body store', async () => {
    const content = { title: 'Disk', message: 'disk full', priority: 5, tags: ['disk'] };
    const large = { ...stored, content, payload: { key: 'org_1/msg_1.json' } };

    expect(await outgoingMessage({ ...large, originId: 'msg_0' }, bodies)).toMatchObject({
      originId: 'msg_0',
      content,
      payloadText: '{"stored":"org_1/msg_1.json"}',
    });
  });
});
