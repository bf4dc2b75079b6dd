import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { signedBySlack, type SentPress, slackPress, telegramPress } from '../vendors/presses.ts';
import { slackButtons } from '../vendors/slack.ts';
import { telegramButtons } from '../vendors/telegram.ts';
import { type ManagementApi, managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Stack, startStack } from './stack.ts';

const Asked = z.object({ messageId: z.string(), askId: z.string(), answerUrl: z.string(), expiresAt: z.string() });
const Standing = z.object({ status: z.string(), answer: z.looseObject({ option: z.string().nullable() }).nullable() });
const Registration = z.object({ url: z.string(), secret_token: z.string() });
const Told = z.object({ text: z.string() });
const signingSecret = '8f742231b10e8888abcd99yyyzzz85a5';

let stack: Stack;
let vendors: Receiver;
let api: ManagementApi;

beforeAll(async () => {
  [stack, vendors] = await Promise.all([
    startStack({ OUTBOUND_ALLOWED_CIDRS: '127.0.0.1/32' }),
    // Slack, Telegram and ntfy, as far as their answers go.
    startReceiver((response, _, { path }) => {
      const slack = { ok: true, channel: 'C0123456789', ts: '1503435956.000247' };
      const telegram = { ok: true, result: path.endsWith('/setWebhook') ? true : { message_id: 101 } };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(path.includes('/slack/') ? slack : telegram));
    }),
  ]);
  api = managementApi(stack);
});
afterAll(async () => {
  await stack.stop();
  await vendors.stop();
});

const options = [
  { id: 'yes', label: 'Approve', style: 'primary' },
  { id: 'no', label: 'Reject' },
];

/** A webhook that asks in Slack, in Telegram and by ntfy, each with its own part of the vendors' addresses. */
async function rig(name: string) {
  const base = `${vendors.url}/${name}`;
  const webhook = await api.createWebhook({ name, requireApiKey: true });
  const slack = await api.createChannel({
    kind: 'slack',
    name: 'Slack',
    config: { botToken: 'xoxb-of-the-test', channel: 'C0123456789', signingSecret, apiBaseUrl: `${base}/slack` },
  });
  const telegram = await api.createChannel({
    kind: 'telegram',
    name: 'Telegram',
    config: {
      botToken: '123456:AA-of-the-test',
      chatId: '-1001234',
      interactive: true,
      apiBaseUrl: `${base}/telegram`,
    },
  });
  const ntfy = await api.createChannel({
    kind: 'ntfy',
    name: 'ntfy',
    config: { serverUrl: `${base}/ntfy`, topic: 'ops' },
  });
  for (const { id } of [slack, telegram, ntfy]) await api.link(webhook.id, id, { answers: true });
  const interactionUrl = (channel: object) => z.object({ interactionUrl: z.string() }).parse(channel).interactionUrl;

  const ask = async (own: object = {}) => {
    const response = await fetch(`${webhook.endpointUrl}/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${webhook.apiKey}` },
      body: JSON.stringify({ title: 'Deploy?', message: 'Version 7', ask: { options, ...own } }),
    });
    expect(response.status).toBe(201);
    const asked = Asked.parse(await response.json());
    stack.secrets.learn(asked);
    return asked;
  };
  const received = async (path: string, count = 1) =>
    eventually(async () => {
      const found = vendors.received.filter((request) => request.path.startsWith(`/${name}${path}`));
      return found.length >= count ? found.map(({ text }) => text) : undefined;
    });
  const buttons = async () => {
    const [inSlack = ''] = await received('/slack/chat.postMessage');
    const [inTelegram = ''] = await received('/telegram/bot123456:AA-of-the-test/sendMessage');
    const [registered = '{}'] = await received('/telegram/bot123456:AA-of-the-test/setWebhook');
    const [byNtfy = '{}'] = await received('/ntfy');
    const registration = Registration.parse(JSON.parse(registered));
    const page = z.object({ actions: z.tuple([z.object({ url: z.string(), body: z.string() })], z.unknown()) });
    const [{ url, body }] = page.parse(JSON.parse(byNtfy)).actions;
    const found = { slack: slackButtons(inSlack), telegram: telegramButtons(inTelegram), registration };
    for (const token of [...found.slack.values(), ...found.telegram.values()]) stack.secrets.add('button', token);
    stack.secrets.add('shown with presses', registration.secret_token);
    stack.secrets.add('page', url);
    return { ...found, ntfy: { url, body } };
  };
  const urls = { slack: interactionUrl(slack), telegram: interactionUrl(telegram) };
  const gone = async () => api.deleteChannel(slack.id);
  return { ask, received, buttons, urls, gone };
}

const press = async (url: string, { headers, body }: SentPress) => fetch(url, { method: 'POST', headers, body });
const standing = async (url: string) => Standing.parse(await (await fetch(url)).json());

describe('buttons on the running stack', () => {
  it('answer from Slack: taken in less than a second, and every post says who chose what', async () => {
    const { ask, received, buttons, urls } = await rig('in-slack');
    const { answerUrl } = await ask();
    const { slack } = await buttons();
    const token = slack.get('Approve') ?? '';

    const forged = await press(urls.slack, slackPress({ token, signingSecret: 'another', at: Date.now() }));
    const late = await press(urls.slack, slackPress({ token, signingSecret, at: Date.now() - 301_000 }));
    const before = await standing(answerUrl);
    const began = Date.now();
    const answered = await press(urls.slack, slackPress({ token, signingSecret, at: began }));
    const took = Date.now() - began;
    const replayed = await press(urls.slack, slackPress({ token, signingSecret, at: began }));

    expect([forged.status, late.status, before.status]).toEqual([401, 401, 'pending']);
    expect([answered.status, await answered.text(), replayed.status]).toEqual([200, '', 200]);
    expect(took).toBeLessThan(1000);
    expect(await standing(answerUrl)).toMatchObject({ status: 'answered', answer: { option: 'yes' } });
    const [update = ''] = await received('/slack/chat.update');
    expect(JSON.parse(update)).toMatchObject({ channel: 'C0123456789', ts: '1503435956.000247' });
    expect(update).toContain('Approve: chosen by ann');
    expect(update).toContain('Version 7');
    expect(update).not.toContain('"actions"');
    const [edit = ''] = await received('/telegram/bot123456:AA-of-the-test/editMessageText');
    expect(JSON.parse(edit)).toMatchObject({
      message_id: 101,
      text: expect.stringContaining('Approve: chosen by ann'),
    });
    expect(JSON.parse(edit)).not.toHaveProperty('reply_markup');
    expect((await received('/ntfy', 2))[1]).toContain('Approve: chosen by ann');
  });

  it('answer from Telegram, which says at once how it ended', async () => {
    const { ask, buttons, received, urls } = await rig('in-telegram');
    const { answerUrl } = await ask();
    const { telegram, registration } = await buttons();
    const data = telegram.get('Reject') ?? '';

    const forged = await press(urls.telegram, telegramPress('guessed', data));
    const began = Date.now();
    const answered = await press(urls.telegram, telegramPress(registration.secret_token, data));
    const took = Date.now() - began;

    expect(registration.url).toBe(urls.telegram);
    expect([forged.status, answered.status]).toEqual([401, 200]);
    expect(took).toBeLessThan(1000);
    expect(await answered.json()).toMatchObject({
      method: 'answerCallbackQuery',
      text: 'Reject: chosen by Ann Ops',
    });
    expect(await standing(answerUrl)).toMatchObject({ status: 'answered', answer: { option: 'no' } });
    expect((await received('/slack/chat.update'))[0]).toContain('Reject: chosen by Ann Ops');
  });

  it('are one of five ways, of which one of a hundred answers wins, and every channel shows its end', async () => {
    const { ask, buttons, received, urls } = await rig('race');
    const { askId, answerUrl } = await ask();
    const { slack, telegram, registration, ntfy } = await buttons();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const at = Date.now();
    const ways = [
      async (n: number) =>
        press(
          urls.slack,
          slackPress({ token: slack.get('Approve') ?? '', signingSecret, at, user: { name: `s${n}` } }),
        ),
      async (n: number) =>
        press(
          urls.telegram,
          telegramPress(registration.secret_token, telegram.get('Reject') ?? '', { first_name: `t${n}` }),
        ),
      async () => fetch(ntfy.url, { method: 'POST', headers: form, body: ntfy.body, redirect: 'manual' }),
      async () => fetch(ntfy.url, { method: 'POST', headers: form, body: 'option=no', redirect: 'manual' }),
      async () => api.call('POST', `${api.path}/asks/${askId}/answer`, { option: 'yes' }),
    ];

    const answers = await Promise.all(Array.from({ length: 100 }, async (_, n) => ways[n % 5]?.(n)));

    const ended = await standing(answerUrl);
    expect(ended.status).toBe('answered');
    // Vendors are answered 200 whoever won: what they show is the outcome.
    const [bySlack, byTelegram, ...others] = ways.map((_, way) => answers.filter((__, n) => n % 5 === way));
    expect(bySlack?.every((answer) => answer?.status === 200)).toBe(true);
    const told = new Set(
      await Promise.all((byTelegram ?? []).map(async (answer) => Told.parse(await answer?.json()).text)),
    );
    expect(told.size).toBe(1);
    const [outcome = ''] = told;
    const winners = others.flat().filter((answer) => answer?.status === 200 || answer?.status === 303);
    const losers = others.flat().filter((answer) => answer?.status === 409);
    expect(winners.length + losers.length).toBe(60);
    expect(winners.length).toBe(/chosen by [st]\d/.test(outcome) ? 0 : 1);
    expect((await received('/slack/chat.update'))[0]).toContain(outcome);
    expect((await received('/telegram/bot123456:AA-of-the-test/editMessageText'))[0]).toContain(outcome);
    expect((await received('/ntfy', 2))[1]).toContain(outcome);
  });

  it('take nothing else that Slack sends, and nothing without a signature', async () => {
    const { urls } = await rig('other');

    const answers = [
      await press(
        urls.slack,
        signedBySlack('payload=%7B%22type%22%3A%22view_closed%22%7D', { signingSecret, at: Date.now() }),
      ),
      await press(urls.slack, { headers: {}, body: 'payload={}' }),
      await press(`${stack.baseUrl}/c/ch_01KAG20RM0ABCDEFGHJKMNPQR0`, { headers: {}, body: '' }),
      await fetch(urls.slack),
      await fetch(`${stack.baseUrl}/c`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 401, 401, 405, 404]);
  });

  it('are taken no more once their channel is gone', async () => {
    const { ask, buttons, urls, gone } = await rig('gone');
    const { answerUrl } = await ask();
    const { slack } = await buttons();

    await gone();
    const late = await press(
      urls.slack,
      slackPress({ token: slack.get('Approve') ?? '', signingSecret, at: Date.now() }),
    );

    expect(late.status).toBe(401);
    expect(await standing(answerUrl)).toMatchObject({ status: 'pending' });
  });
});
