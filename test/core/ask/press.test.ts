import { describe, expect, it } from 'vitest';
import { buttonTokenOf } from '../../../core/ask/button-token.ts';
import type { Ask } from '../../../core/ask/ask.ts';
import { type AlertChoice, alertTokenOf } from '../../../core/channels/alert-button.ts';
import { takePress, type PressCheck } from '../../../core/ask/press.ts';
import { anAsk, askRig, CHANNEL, NOW } from '../../fakes/asks.ts';
import { ntfyPress, type SentPress, signedBySlack, slackPress, telegramPress } from '../../vendors/presses.ts';

const signingSecret = '8f742231b10e8888abcd99yyyzzz85a5';
const BROTHER = 'ch_01KAG20RM0CHANNE00000000BB';
const STRANGER = 'ch_01KAG20RM0CHANNE00000000CC';
const OTHER_APP = 'ch_01KAG20RM0CHANNE00000000DD';
const BOT = 'ch_01KAG20RM0CHANNE00000000EE';
const PHONE = 'ch_01KAG20RM0CHANNE00000000FF';
const slackCheck: PressCheck = { organizationId: 'org_1', kind: 'slack', secret: signingSecret };

function rig(own: Partial<Ask> = {}) {
  const ask = anAsk(own);
  const { ports, store, told, clock, queue, reads } = askRig([ask]);
  const checks = new Map<string, PressCheck>([
    [CHANNEL, slackCheck],
    [BROTHER, slackCheck],
    [STRANGER, { ...slackCheck, organizationId: 'org_2' }],
    [OTHER_APP, { ...slackCheck, secret: 'another' }],
    [BOT, { organizationId: 'org_1', kind: 'telegram', secret: 'shown-by-telegram' }],
    [PHONE, { organizationId: 'org_1', kind: 'ntfy', secret: 'of-the-phone' }],
  ]);
  let writes = 0;
  const asks = {
    ...ports.asks,
    end: async (...end: Parameters<typeof store.end>) => ((writes += 1), store.end(...end)),
  };
  const send = async ({ headers, body }: SentPress, to = CHANNEL) =>
    takePress({ ...ports, asks, checks: { read: async (id) => checks.get(id) } }, to, {
      headers,
      body: Buffer.from(body),
    });
  const token = (option = 0, channelId = CHANNEL) => buttonTokenOf(ask, { channelId, option });
  const press = async (user?: object, { at = NOW, to = CHANNEL, of = token() } = {}) =>
    send(slackPress({ token: of, signingSecret, at, ...(user && { user }) }), to);
  const stored = async () => store.read(ask.id);
  return { ask, send, press, token, told, clock, queue, reads, checks, stored, writes: () => writes };
}

describe('a press of a button', () => {
  it('answers with the option of the button, by whoever pressed it', async () => {
    const { press, stored, told } = rig();

    const result = await press();

    expect(result).toMatchObject({ kind: 'taken', told: 'Approve: chosen by ann' });
    expect(await stored()).toMatchObject({
      status: 'answered',
      answer: { option: 'yes', by: { type: 'channel', id: CHANNEL, name: 'ann' }, channelId: CHANNEL, at: NOW },
    });
    expect(told).toHaveLength(1);
  });

  it('is taken at the address of any channel of the app, for the channel in which it was pressed', async () => {
    const { press, token, stored } = rig();

    await press(undefined, { to: BROTHER, of: token(1) });

    expect(await stored()).toMatchObject({ answer: { option: 'no', channelId: CHANNEL } });
  });

  it('comes from Telegram with the secret that Telegram was told', async () => {
    const { send, token, stored } = rig();

    const result = await send(telegramPress('shown-by-telegram', token(0, BOT)), BOT);

    expect(result).toMatchObject({ press: { callbackId: '4382bfdwdsb323b2d9' }, told: 'Approve: chosen by Ann Ops' });
    expect(await stored()).toMatchObject({ answer: { by: { name: 'Ann Ops' }, channelId: BOT } });
  });

  it('is told who decided, when somebody else has', async () => {
    const { press, token, stored, writes } = rig();
    await press();

    const late = await press({ name: 'bob' }, { of: token(1) });
    const replayed = await press();

    expect([late, replayed].map((result) => 'told' in result && result.told)).toEqual([
      'Approve: chosen by ann',
      'Approve: chosen by ann',
    ]);
    expect(writes()).toBe(1);
    expect(await stored()).toMatchObject({ answer: { option: 'yes' } });
  });

  it('comes too late once the time is over', async () => {
    const { press, clock, ask, stored } = rig();
    clock.now = ask.endsAt;

    expect(await press(undefined, { at: ask.endsAt })).toMatchObject({ told: 'Nobody answered in time' });
    expect(await stored()).toMatchObject({ status: 'expired' });
  });

  it('decides by approvers only, by the id that the vendor gives them', async () => {
    const { press, stored, writes } = rig({ approvers: ['slack:U0ANN', 'telegram:777', 'ann'] });

    const other = await press({ id: 'U0BOB', name: 'ann' });
    const before = writes();
    const approver = await press();

    expect(other).toMatchObject({ kind: 'taken', told: expect.stringContaining('Only some people') });
    expect([before, approver]).toMatchObject([0, { told: 'Approve: chosen by ann' }]);
    expect(await stored()).toMatchObject({ status: 'answered' });
  });
});

const unsigned = (sent: SentPress, headers: Record<string, string>): SentPress => ({
  ...sent,
  headers: { ...sent.headers, ...headers },
});
const good = (token: string, at = NOW) => slackPress({ token, signingSecret, at });

describe('what is not from the vendor', () => {
  it.each<[string, (token: string) => SentPress, string?]>([
    ['unsigned', (token) => ({ ...good(token), headers: {} })],
    [
      'with a time and no signature',
      (token) => unsigned({ ...good(token), headers: {} }, { 'x-slack-request-timestamp': String(NOW / 1000) }),
    ],
    ['signed by another app', (token) => slackPress({ token, signingSecret: 'another', at: NOW })],
    ['changed after it was signed', (token) => ({ ...good(token), body: `${good(token).body} ` })],
    ['truncated', (token) => ({ ...good(token), body: good(token).body.slice(0, -10) })],
    ['five minutes late', (token) => good(token, NOW - 301_000)],
    ['from the future', (token) => good(token, NOW + 301_000)],
    ['of a time that is none', (token) => unsigned(good(token), { 'x-slack-request-timestamp': '1e9' })],
    [
      'sent later with another time',
      (token) => unsigned(good(token), { 'x-slack-request-timestamp': String(NOW / 1000 + 1) }),
    ],
    ['a signature that is cut', (token) => unsigned(good(token), { 'x-slack-signature': 'v0=00' })],
    ["Telegram's, without its secret", (token) => ({ ...telegramPress('', token), headers: {} }), BOT],
    ["Telegram's, with a wrong secret", (token) => telegramPress('shown-by-telegran', token), BOT],
    ["Slack's, where Telegram speaks", good, BOT],
    ['sent to no channel', good, 'ch_01KAG20RM0CHANNE00000000ZZ'],
    ['sent to a channel of another organisation with the same app', good, STRANGER],
    [
      'sent to a channel of another app',
      (token) => slackPress({ token, signingSecret: 'another', at: NOW }),
      OTHER_APP,
    ],
  ])('changes nothing: %s', async (_, sent, to) => {
    const { send, token, stored, writes, told } = rig();

    const result = await send(sent(token()), to);

    expect(result).toEqual({ kind: 'refused' });
    expect([writes(), told.length]).toEqual([0, 0]);
    expect(await stored()).toMatchObject({ status: 'pending' });
  });

  it('five minutes is not late', async () => {
    const { press } = rig();

    expect(await press(undefined, { at: NOW - 300_000 })).toMatchObject({ told: 'Approve: chosen by ann' });
  });
});

describe('what is from the vendor and no answer', () => {
  it.each<[string, (ask: Ask) => string]>([
    ['the button of something else', () => 'open-dashboard'],
    ['a token of an ask that is gone', (ask) => buttonTokenOf({ ...ask, id: `${ask.id.slice(0, -1)}1` }, at(0))],
    ['a token that another ask made', (ask) => buttonTokenOf({ ...ask, seed: 'other' }, at(0))],
    ['a token for an option that is not there', (ask) => buttonTokenOf(ask, at(2))],
  ])('changes nothing: %s', async (_, tokenOf) => {
    const { ask, press, writes } = rig();

    expect(await press(undefined, { of: tokenOf(ask) })).toMatchObject({
      kind: 'taken',
      told: 'This question is not known any more.',
    });
    expect(writes()).toBe(0);
  });

  it('an ask of another organisation is unknown', async () => {
    const { press, writes } = rig({ organizationId: 'org_9' });

    expect(await press()).toMatchObject({ told: 'This question is not known any more.' });
    expect(writes()).toBe(0);
  });

  it.each(['payload=%7B', 'payload=[]', '', 'a=b', 'payload={"type":"view_submission","user":{"id":"U"}}'])(
    'another interaction is taken and forgotten: %s',
    async (body) => {
      const { send, writes } = rig();

      expect(await send(signedBySlack(body, { signingSecret, at: NOW }))).toEqual({ kind: 'taken', told: '' });
      expect(writes()).toBe(0);
    },
  );

  it('so is another update of Telegram', async () => {
    const { send } = rig();
    const { headers } = telegramPress('shown-by-telegram', 'x');

    expect(await send({ headers, body: '{"message":{}}' }, BOT)).toEqual({ kind: 'taken', told: '' });
  });
});

describe('the name of whoever pressed', () => {
  it.each<[object, string]>([
    [{ name: undefined }, 'ann'],
    [{ name: undefined, username: undefined }, 'U0ANN'],
    [{ name: 'x'.repeat(500) }, 'x'.repeat(80)],
    [{ name: ' ' }, 'somebody in the email channel'],
  ])('in Slack, of %j', async (user, name) => {
    const { press } = rig();

    expect(await press(user)).toMatchObject({ told: `Approve: chosen by ${name}` });
  });

  it('in Telegram may be a number', async () => {
    const { send, token } = rig();

    const result = await send(
      telegramPress('shown-by-telegram', token(0, BOT), { first_name: undefined, last_name: undefined }),
      BOT,
    );

    expect(result).toMatchObject({ told: 'Approve: chosen by 777' });
  });
});

const at = (option: number) => ({ channelId: CHANNEL, option });

const ALERT = 'al_01KAG20RM0ABCDEFGHJKMNPQR0';
const alertToken = (secret: string, channelId: string, status: AlertChoice = 'acknowledged', alertId = ALERT) =>
  alertTokenOf(secret, { alertId, channelId, status });
const inSlack = (status?: AlertChoice) => alertToken(signingSecret, CHANNEL, status);

/** The same token with one digit of the id of the alert, or of the channel, changed. */
const alterId = (token: string) => changedAt(token, 20);
const alterChannel = (token: string) => token.slice(0, 22) + inSlack().slice(22, 43) + token.slice(43);
const changedAt = (token: string, at: number) =>
  token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);

describe('a press on the post of an alert', () => {
  const passed = {
    due: 'alert-press',
    organizationId: 'org_1',
    alertId: ALERT,
    channelId: CHANNEL,
    status: 'acknowledged',
    name: 'ann',
    at: NOW,
  };

  it('is handed on, with who pressed and when, and reads neither asks nor alerts', async () => {
    const { press, queue, reads, writes } = rig();

    const taken = await press(undefined, { of: inSlack() });
    await press({ name: 'x'.repeat(500) }, { of: inSlack('resolved') });

    expect(taken).toMatchObject({ kind: 'taken', told: 'Passed on. The post shows how the alert stands.' });
    expect(queue.passed).toEqual([passed, { ...passed, status: 'resolved', name: 'x'.repeat(80) }]);
    expect([reads.count, writes()]).toEqual([0, 0]);
  });

  it('is taken at the address of any channel of the app, for the channel in which it was pressed', async () => {
    const { press, queue } = rig();

    await press(undefined, { of: inSlack(), to: BROTHER });

    expect(queue.passed).toEqual([passed]);
  });

  it('comes from Telegram with its secret, and from a phone with nothing but its token', async () => {
    const { send, queue } = rig();

    const byBot = await send(telegramPress('shown-by-telegram', alertToken('shown-by-telegram', BOT)), BOT);
    const byPhone = await send(ntfyPress(alertToken('of-the-phone', PHONE, 'resolved')), PHONE);

    expect([byBot.kind, byPhone.kind]).toEqual(['taken', 'taken']);
    const { name: _, ...nameless } = passed;
    expect(queue.passed).toEqual([
      { ...passed, channelId: BOT, name: 'Ann Ops' },
      { ...nameless, channelId: PHONE, status: 'resolved' },
    ]);
  });

  it('says that it was not taken when the queue does not take it', async () => {
    const { press, queue } = rig();
    queue.isFull = true;

    expect(await press(undefined, { of: inSlack() })).toEqual({ kind: 'busy' });
  });

  it.each<[string, SentPress, string?]>([
    ['signed by another app', slackPress({ token: inSlack(), signingSecret: 'another', at: NOW })],
    ['five minutes late', slackPress({ token: inSlack(), signingSecret, at: NOW - 301_000 })],
    ['without a signature', { ...slackPress({ token: inSlack(), signingSecret, at: NOW }), headers: {} }],
    ['at a channel of another app', slackPress({ token: inSlack(), signingSecret: 'another', at: NOW }), OTHER_APP],
    ['at a channel of another organisation', slackPress({ token: inSlack(), signingSecret, at: NOW }), STRANGER],
    ['from Telegram, with a wrong secret', telegramPress('guessed', alertToken('shown-by-telegram', BOT)), BOT],
    ['from a phone, made for another channel', ntfyPress(alertToken('of-the-phone', CHANNEL)), PHONE],
    ['from a phone, made up', ntfyPress(alertToken('guessed', PHONE)), PHONE],
    ['from a phone, where Slack speaks', ntfyPress(inSlack())],
  ])('is refused %s', async (_, sent, to) => {
    const { send, queue } = rig();

    expect(await send(sent, to)).toEqual({ kind: 'refused' });
    expect(queue.passed).toEqual([]);
  });

  it('of an ntfy channel answers no ask: its buttons send that elsewhere', async () => {
    const { send, token, stored } = rig();

    expect(await send(ntfyPress(token(0, PHONE)), PHONE)).toEqual({ kind: 'refused' });
    expect(await stored()).toMatchObject({ status: 'pending' });
  });

  it.each<[string, string]>([
    ['made for another alert', alterId(inSlack())],
    ['made with an earlier secret', alertToken('earlier', CHANNEL)],
    ['made for another channel of the app', alterChannel(alertToken(signingSecret, BROTHER))],
  ])('changes nothing and is told so with a token %s', async (_, of) => {
    const { press, queue } = rig();

    const result = await press(undefined, { of });

    expect(result).toMatchObject({ kind: 'taken', told: expect.stringContaining('out of date') });
    expect(queue.passed).toEqual([]);
  });
});
