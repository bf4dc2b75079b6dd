import { expect } from 'vitest';
import * as z from 'zod';
import { ntfyButtons } from '../vendors/ntfy.ts';
import { type SentPress, slackPress, telegramPress } from '../vendors/presses.ts';
import { slackButtons } from '../vendors/slack.ts';
import { telegramButtons } from '../vendors/telegram.ts';
import type { ManagementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import type { Stack } from './stack.ts';
import { webhookRig } from './webhook-rig.ts';

const Asked = z.object({ messageId: z.string(), askId: z.string(), answerUrl: z.string(), expiresAt: z.string() });
const Registration = z.object({ url: z.string(), secret_token: z.string() });
const Interactive = z.object({ interactionUrl: z.string() });
const Actions = z.object({ actions: z.array(z.object({ url: z.string() })).min(1) });

const BOT = '123456:AA-of-the-test';
export const signingSecret = '8f742231b10e8888abcd99yyyzzz85a5';

const options = [
  { id: 'yes', label: 'Approve', style: 'primary' },
  { id: 'no', label: 'Reject' },
];

/** Slack, Telegram, ntfy and a chat without buttons, as far as their answers go. */
export const startVendors = async (): Promise<Receiver> =>
  startReceiver((response, _, { path }) => {
    const slack = { ok: true, channel: 'C0123456789', ts: '1503435956.000247' };
    const telegram = { ok: true, result: path.endsWith('/setWebhook') ? true : { message_id: 101 } };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(path.includes('/slack/') ? slack : telegram));
  });

/** Where each vendor is told what. */
export const AT = {
  posted: { slack: '/slack/chat.postMessage', telegram: `/telegram/bot${BOT}/sendMessage`, ntfy: '/ntfy' },
  edited: { slack: '/slack/chat.update', telegram: `/telegram/bot${BOT}/editMessageText`, ntfy: '/ntfy' },
  registered: `/telegram/bot${BOT}/setWebhook`,
} as const;

interface Surroundings {
  readonly stack: Stack;
  readonly vendors: Receiver;
  readonly api: ManagementApi;
}

/**
 * A webhook whose people answer in Slack, in Telegram and by ntfy, each with its own part of the vendors' addresses.
 *
 * @param own more of the webhook
 */
export async function pressRig({ stack, vendors, api }: Surroundings, name: string, own: object = {}) {
  const base = `${vendors.url}/${name}`;
  const { webhook, call, send } = await webhookRig(api, vendors, { name, requireApiKey: true, ...own });
  const channel = async (kind: string, config: object) => {
    const made = await api.createChannel({ kind, name: kind, config });
    await api.link(webhook.id, made.id, { answers: true });
    return made;
  };
  const slack = await channel('slack', {
    botToken: 'xoxb-of-the-test',
    channel: 'C0123456789',
    signingSecret,
    apiBaseUrl: `${base}/slack`,
  });
  const telegram = await channel('telegram', {
    botToken: BOT,
    chatId: '-1001234',
    interactive: true,
    apiBaseUrl: `${base}/telegram`,
  });
  const ntfy = await channel('ntfy', { serverUrl: `${base}/ntfy`, topic: 'ops' });

  const ask = async (more: object = {}) => {
    const response = await call('/ask', { title: 'Deploy?', message: 'Version 7', ask: { options, ...more } });
    expect(response.status).toBe(201);
    const asked = Asked.parse(await response.json());
    stack.secrets.learn(asked);
    return asked;
  };
  /** What a vendor got at a path, oldest first, as soon as there is so much. */
  const received = async (path: string, count = 1) =>
    eventually(async () => {
      const found = vendors.received.filter((request) => request.path.startsWith(`/${name}${path}`));
      return found.length >= count ? found.map(({ text }) => text) : undefined;
    });
  const registration = async () => {
    const [registered = '{}'] = await received(AT.registered);
    return Registration.parse(JSON.parse(registered));
  };
  /** What can be pressed in the first posts. */
  const buttons = async () => {
    const [inSlack = ''] = await received(AT.posted.slack);
    const [inTelegram = ''] = await received(AT.posted.telegram);
    const [byNtfy = '{}'] = await received(AT.posted.ntfy);
    const { url } = Actions.parse(JSON.parse(byNtfy)).actions[0] ?? { url: '' };
    const found = { slack: slackButtons(inSlack), telegram: telegramButtons(inTelegram), ntfy: ntfyButtons(byNtfy) };
    const known = await registration();
    for (const held of Object.values(found).flatMap((some) => [...some.values()])) {
      // What answers an ask by ntfy is the address; what changes an alert is what is sent there.
      if (!held.startsWith('option=')) stack.secrets.add('button', held.replace(/^press=/, ''));
    }
    stack.secrets.add('shown with presses', known.secret_token);
    return { ...found, registration: known, ntfyUrl: url };
  };
  const urls = {
    slack: Interactive.parse(slack).interactionUrl,
    telegram: Interactive.parse(telegram).interactionUrl,
  };
  const inSlack = async (token = '', { at = Date.now(), secret = signingSecret, user = {} } = {}) =>
    press(urls.slack, slackPress({ token, signingSecret: secret, at, user }));
  const inTelegram = async (data = '', { secret, user = {} }: { secret?: string; user?: object } = {}) =>
    press(urls.telegram, telegramPress(secret ?? (await registration()).secret_token, data, user));
  const onPhone = async (body = '') =>
    press((await buttons()).ntfyUrl, { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body });
  return { webhook, slack, telegram, ntfy, ask, send, received, buttons, urls, inSlack, inTelegram, onPhone };
}

/** Sends a press the way a vendor does. */
export const press = async (url: string, { headers, body }: SentPress): Promise<Response> =>
  fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
