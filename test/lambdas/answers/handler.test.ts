import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { pageTokenOf, senderSecretOf } from '../../../core/ask/addresses.ts';
import { answerAsk } from '../../../core/ask/end-ask.ts';
import type { Ask } from '../../../core/ask/ask.ts';
import { alertTokenOf } from '../../../core/channels/alert-button.ts';
import { createHandler } from '../../../lambdas/answers/handler.ts';
import { buttonTokenOf } from '../../../core/ask/button-token.ts';
import { anAsk, askRig, CHANNEL, NOW } from '../../fakes/asks.ts';
import { ntfyPress, signedBySlack, slackPress, telegramPress } from '../../vendors/presses.ts';

const OTHER = '01KAG20RM0ABCDEFGHJKMNPQR9';
const yes = { option: 'yes', by: { type: 'user', name: 'ann@example.com' }, channelId: null } as const;

interface Call {
  readonly body?: string;
  readonly base64?: boolean;
  readonly query?: Record<string, string>;
  readonly headers?: Readonly<Record<string, string>>;
}

function rig(ask: Ask = anAsk()) {
  const other = anAsk({ id: `ask_${OTHER}`, seed: 'other' });
  const base = askRig([ask, other]);
  const handle = createHandler({ ...base.ports, publicBaseUrl: 'https://notify.example.com' });
  async function call(method: string, path: string, own: Call = {}) {
    const event = {
      rawPath: path,
      queryStringParameters: own.query,
      requestContext: { http: { method } },
      headers: own.headers ?? {},
      body: own.base64 === true ? Buffer.from(own.body ?? '').toString('base64') : own.body,
      isBase64Encoded: own.base64 === true,
    };
    const answer = await handle(event as unknown as APIGatewayProxyEventV2);
    return { ...answer, status: answer.statusCode, text: answer.body ?? '', headers: answer.headers ?? {} };
  }
  const token = pageTokenOf(ask, CHANNEL);
  const secret = `/a/${ask.id}/${senderSecretOf(ask)}`;
  const page = `/a/${token}`;
  return { ...base, ask, other, call, token, page, secret, stored: async () => base.store.read(ask.id) };
}

describe('the address of a sender', () => {
  it('tells how the ask stands, and keeps that out of every cache', async () => {
    const { call, secret, ask } = rig();

    const answer = await call('GET', secret);

    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({
      askId: ask.id,
      messageId: ask.messageId,
      status: 'pending',
      answer: null,
      expiresAt: '2026-11-20T10:10:00.000Z',
    });
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });

  it('waits as long as it is asked to, and tells who must come back', async () => {
    const { call, secret, paused, ports } = rig();

    const waited = await call('GET', secret, { query: { wait: '4' } });
    await ports.places.take(NOW);
    const full = await call('GET', secret, { query: { wait: '25' } });

    expect(paused).toEqual([2000, 2000]);
    expect(waited.headers).not.toHaveProperty('retry-after');
    expect([full.status, JSON.parse(full.text).status, full.headers['retry-after']]).toEqual([200, 'pending', '2']);
  });

  it.each(['26', '-1', '1.5', '', 'long', '1e1', '025'])('refuses to wait %j', async (wait) => {
    const { call, secret } = rig();

    const answer = await call('GET', secret, { query: { wait } });

    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ details: [{ path: 'wait' }] });
  });

  it('cancels the ask once', async () => {
    const { call, secret, stored, told } = rig();

    const first = await call('DELETE', secret);
    const second = await call('DELETE', secret);

    expect([first.status, first.text, second.status]).toEqual([204, '', 409]);
    expect(JSON.parse(second.text)).toMatchObject({ status: 'cancelled' });
    expect((await stored())?.status).toBe('cancelled');
    expect(told).toHaveLength(1);
  });

  it('is nothing with another secret, for another ask, or for another purpose', async () => {
    const { call, secret, ask, other, token, stored } = rig();
    const wrong = [
      `${secret}x`,
      secret.slice(0, -1),
      `/a/${other.id}/${senderSecretOf(ask)}`,
      `/a/${ask.id}/${token}`,
      `/a/${ask.id}/`,
      `/a/PLACE#0/${senderSecretOf(ask)}`,
      `${secret}/more`,
      '/a/',
    ];

    const answers = await Promise.all(wrong.flatMap((path) => [call('GET', path), call('DELETE', path)]));

    expect(new Set(answers.slice(0, 14).map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['404 {"error":"Not found"}']),
    );
    expect((await stored())?.status).toBe('pending');
  });

  it('takes no other method', async () => {
    const { call, secret } = rig();

    expect(await call('POST', secret)).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, DELETE' } });
  });
});

describe('the page of an ask', () => {
  it('shows the question in full, who asks, until when, and a button for each option', async () => {
    const { call, page } = rig();

    const { status, text, headers } = await call('GET', page);

    expect(status).toBe(200);
    for (const part of ['Deploy?', 'Version 7 to production', 'CI', '2026-11-20 10:10 UTC', '10 min left']) {
      expect(text).toContain(part);
    }
    expect(text).toContain(
      '<button type="submit" name="option" value="yes" class="primary" dir="auto">Approve</button>',
    );
    expect(text).not.toContain('<script');
    expect(text).not.toContain('textarea id');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
    });
  });

  it('holds markup of the sender as text', async () => {
    const evil = '"><script>alert(1)</script>';
    const { call, page } = rig(
      anAsk({
        content: { title: evil, message: evil, tags: [] },
        webhookName: evil,
        options: [{ id: 'a', label: evil }],
      }),
    );

    expect((await call('GET', page)).text).not.toContain('<script>');
  });

  it('changes nothing for whoever only looks', async () => {
    const { call, page, stored, told } = rig();

    for (const method of ['GET', 'HEAD', 'GET']) await call(method, page, { query: { option: 'yes' } });
    const prefetched = await call('GET', page, {
      body: 'option=yes',
      headers: { 'sec-purpose': 'prefetch;prerender' },
    });
    const others = await Promise.all(['PUT', 'DELETE', 'OPTIONS'].map(async (method) => call(method, page)));

    expect((await stored())?.status).toBe('pending');
    expect(told).toEqual([]);
    expect(others.map(({ status }) => status)).toEqual([405, 405, 405]);
    expect([prefetched.status, prefetched.headers['cache-control']]).toEqual([200, 'no-store']);
  });

  it('decides by its form, once, and shows the decision to everybody after that', async () => {
    const { call, page, stored, token } = rig();

    const first = await call('POST', page, { body: 'option=yes' });
    const second = await call('POST', page, { body: 'option=no' });
    const seen = await call('GET', page);

    expect([first.status, first.headers['location']]).toEqual([303, `/a/${token}`]);
    expect(await stored()).toMatchObject({
      status: 'answered',
      answer: { option: 'yes', by: { type: 'channel', id: CHANNEL }, channelId: CHANNEL, at: NOW },
    });
    expect([second.status, seen.status]).toEqual([409, 200]);
    for (const { text } of [second, seen]) {
      expect(text).toContain('Approve: chosen by somebody in the email channel');
      expect(text).not.toContain('<form');
    }
  });

  it('tells who was faster when two decide at the same time', async () => {
    const { call, page, ports, ask } = rig();
    const racing = createHandler({
      ...ports,
      publicBaseUrl: '',
      asks: {
        ...ports.asks,
        async end(id, end) {
          await answerAsk(ports, ask, yes);
          return ports.asks.end(id, end);
        },
      },
    });
    const event = { rawPath: page, requestContext: { http: { method: 'POST' } }, body: 'option=no' };

    const answer = await racing(event as unknown as APIGatewayProxyEventV2);

    expect(answer.statusCode).toBe(409);
    expect(answer.body).toContain('chosen by ann@example.com');
    expect((await call('GET', page)).text).toContain('chosen by ann@example.com');
  });

  it.each(['', 'option=', 'option=maybe', 'option=yes&text=but', `option=yes&x=${'x'.repeat(70_000)}`])(
    'asks again when the form is none of ours: %.30s',
    async (body) => {
      const { call, page, stored } = rig();

      const answer = await call('POST', page, { body });

      expect(answer.status).toBe(400);
      expect(answer.text).toContain('role="alert"');
      expect((await stored())?.status).toBe('pending');
    },
  );

  it('takes words where the ask does, also in base64 as the API hands them over', async () => {
    const { call, page, stored, ports } = rig(anAsk({ text: true }));
    const shown = await call('GET', page);
    const handle = createHandler({ ...ports, publicBaseUrl: '' });
    const body = Buffer.from('text=sp%C3%A4ter+%3Cb%3E').toString('base64');
    const event = { rawPath: page, requestContext: { http: { method: 'POST' } }, body, isBase64Encoded: true };

    await handle(event as unknown as APIGatewayProxyEventV2);

    expect(shown.text).toContain('<textarea id="text"');
    expect(await stored()).toMatchObject({ answer: { option: null, text: 'später <b>' } });
    expect((await call('GET', page)).text).toContain('später &lt;b&gt;');
  });

  it('is over when the ask is: nobody answers after its time', async () => {
    const { call, page, stored, clock, ask } = rig();
    clock.now = ask.endsAt;

    const late = await call('POST', page, { body: 'option=yes' });

    expect(late.status).toBe(409);
    expect(late.text).toContain('Nobody answered in time');
    expect((await stored())?.status).toBe('expired');
  });

  it('asks approvers to sign in, and lets nobody decide by the link alone', async () => {
    const { call, page, stored, ask } = rig(anAsk({ approvers: ['ann@example.com'] }));

    const shown = await call('GET', page);
    const refused = await call('POST', page, { body: 'option=yes' });

    expect(shown.text).toContain(`https://notify.example.com/asks/${ask.id}`);
    expect(shown.text).not.toContain('<form');
    expect(refused.status).toBe(403);
    expect((await stored())?.status).toBe('pending');
  });

  it('is a page that says so when there is nothing', async () => {
    const { call, token, other, page, told } = rig();
    const wrong = ['/a/token', `${page}x`, `/a/${OTHER}${token.slice(26)}`, `/a/${other.id}`];

    const answers = await Promise.all(wrong.map(async (path) => call('GET', path)));
    const decisions = await Promise.all(wrong.map(async (path) => call('POST', path, { body: 'option=yes' })));

    expect([...answers, ...decisions].map(({ status }) => status)).toEqual(Array(8).fill(404));
    expect(told).toEqual([]);
    expect(answers[0]?.text).toContain('There is nothing here');
  });

  it.each([
    [90 * 60_000, '2 h left'],
    [72 * 60 * 60_000, '3 days left'],
  ])('says roughly how long it is open: %d ms', async (milliseconds, words) => {
    const { call, page } = rig(anAsk({ endsAt: NOW + milliseconds, content: { message: 'Deploy?', tags: [] } }));

    expect((await call('GET', page)).text).toContain(words);
  });
});

describe('the address of a channel for presses', () => {
  const signingSecret = 'signing-secret';
  const token = buttonTokenOf(anAsk(), { channelId: CHANNEL, option: 0 });
  const inSlack = () => {
    const made = rig();
    made.checks.set(CHANNEL, { organizationId: 'org_1', kind: 'slack', secret: signingSecret });
    return made;
  };

  it.each([false, true])('takes a press in Slack and says nothing, as text or as bytes: %s', async (base64) => {
    const { call, stored } = inSlack();

    const answer = await call('POST', `/c/${CHANNEL}`, { ...slackPress({ token, signingSecret, at: NOW }), base64 });

    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(await stored()).toMatchObject({ status: 'answered', answer: { by: { name: 'ann' } } });
  });

  it('tells whoever pressed in Telegram how it ended, in the answer itself', async () => {
    const { call, checks } = rig();
    checks.set(CHANNEL, { organizationId: 'org_1', kind: 'telegram', secret: 'shown' });
    const name = { first_name: '🎉'.repeat(300) };

    const answer = await call('POST', `/c/${CHANNEL}`, telegramPress('shown', token, name));

    expect(answer.status).toBe(200);
    const said = JSON.parse(answer.text);
    expect(said).toEqual({
      method: 'answerCallbackQuery',
      callback_query_id: '4382bfdwdsb323b2d9',
      text: expect.stringMatching(/^Approve: chosen by /),
    });
    expect(Array.from(said.text).length).toBeLessThanOrEqual(200);
  });

  it('answers what is not signed like an address of nothing', async () => {
    const { call, stored, reads } = inSlack();
    const sent = slackPress({ token, signingSecret: 'another', at: NOW });
    const long = signedBySlack('x'.repeat(300_000), { signingSecret, at: NOW });

    const answers = [
      await call('POST', `/c/${CHANNEL}`, sent),
      await call('POST', '/c/ch_01KAG20RM0CHANNE00000000ZZ', slackPress({ token, signingSecret, at: NOW })),
      await call('POST', '/c/', sent),
      await call('POST', `/c/${CHANNEL}`, long),
      await call('POST', `/c/${CHANNEL}`),
    ];

    for (const { status, text } of answers) expect([status, text]).toEqual([401, '{"error":"Invalid signature"}']);
    expect([(await stored())?.status, reads.count]).toEqual(['pending', 0]);
  });

  it.each(['GET', 'HEAD', 'PUT', 'OPTIONS'])('does not decide on %s', async (method) => {
    const { call, stored } = inSlack();

    const answer = await call(method, `/c/${CHANNEL}`, slackPress({ token, signingSecret, at: NOW }));

    expect([answer.status, answer.headers['allow']]).toEqual([405, 'POST']);
    expect((await stored())?.status).toBe('pending');
  });

  const onAlert = alertTokenOf(signingSecret, {
    alertId: 'al_01KAG20RM0ABCDEFGHJKMNPQR0',
    channelId: CHANNEL,
    status: 'resolved',
  });

  it('hands a press on an alert on, and says so in Telegram', async () => {
    const { call, checks, queue } = inSlack();

    const bySlack = await call('POST', `/c/${CHANNEL}`, slackPress({ token: onAlert, signingSecret, at: NOW }));
    checks.set(CHANNEL, { organizationId: 'org_1', kind: 'telegram', secret: signingSecret });
    const byTelegram = await call('POST', `/c/${CHANNEL}`, telegramPress(signingSecret, onAlert));
    checks.set(CHANNEL, { organizationId: 'org_1', kind: 'ntfy', secret: signingSecret });
    const byPhone = await call('POST', `/c/${CHANNEL}`, ntfyPress(onAlert));

    expect([bySlack.status, bySlack.text, byPhone.status, byPhone.text]).toEqual([200, '', 200, '']);
    expect(JSON.parse(byTelegram.text)).toMatchObject({
      method: 'answerCallbackQuery',
      text: expect.stringMatching(/^Passed on/),
    });
    expect(queue.passed.map(({ status, name }) => [status, name])).toEqual([
      ['resolved', 'ann'],
      ['resolved', 'Ann Ops'],
      ['resolved', undefined],
    ]);
  });

  it('lets the vendor say that it did not work when a press cannot be handed on', async () => {
    const { call, queue } = inSlack();
    queue.isFull = true;

    const answer = await call('POST', `/c/${CHANNEL}`, slackPress({ token: onAlert, signingSecret, at: NOW }));

    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2']);
  });

  it('has nothing below it', async () => {
    const { call } = inSlack();

    expect((await call('POST', `/c/${CHANNEL}/x`, slackPress({ token, signingSecret, at: NOW }))).status).toBe(404);
  });
});
