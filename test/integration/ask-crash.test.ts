import { afterEach, expect, it } from 'vitest';
import * as z from 'zod';
import { managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Stack, startStack } from './stack.ts';

const Asked = z.object({ askId: z.string(), answerUrl: z.string(), expiresAt: z.string() });
const Standing = z.object({ status: z.string() });

let stack: Stack | undefined;
let receiver: Receiver | undefined;

afterEach(async () => {
  await stack?.stop();
  await receiver?.stop();
});

const restart = async (before: Stack) =>
  startStack({ PORT: new URL(before.baseUrl).port }, { dataDir: before.dataDir });

it(
  'kill -9 loses no end of an ask: waiters hear of it in 2 s, channels within a minute',
  { timeout: 180_000 },
  async () => {
    const chats = (receiver = await startReceiver());
    const first = (stack = await startStack());
    const api = managementApi(first);
    const webhook = await api.createWebhook({ name: 'Crash', requireApiKey: true });
    const chat = await api.createChannel({
      kind: 'mattermost',
      name: 'Chat',
      config: { webhookUrl: `${chats.url}/chat` },
    });
    await api.link(webhook.id, chat.id, { answers: true });
    const ask = async (title: string) => {
      const options = [{ id: 'yes', label: 'Approve' }];
      const response = await fetch(`${webhook.endpointUrl}/ask`, {
        method: 'POST',
        headers: { authorization: `Bearer ${webhook.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ title, message: 'x', ask: { options, expiresIn: 30 } }),
      });
      const asked = Asked.parse(await response.json());
      first.secrets.learn(asked);
      return asked;
    };
    const told = async (title: string, outcome: string) =>
      eventually(async () => chats.received.find(({ text }) => text.includes(title) && text.includes(outcome)), 60_000);
    const expiring = await ask('Expires?');
    const answered = await ask('Answered?');
    await chats.waitFor(2);

    const answer = await api.call('POST', `${api.path}/asks/${answered.askId}/answer`, { option: 'yes' });
    await first.kill9();
    const killedAt = Date.now();
    stack = await restart(first);

    let standing = await fetch(`${expiring.answerUrl}?wait=25`).then(async (response) =>
      Standing.parse(await response.json()),
    );
    while (standing.status === 'pending') {
      standing = await fetch(`${expiring.answerUrl}?wait=25`).then(async (response) =>
        Standing.parse(await response.json()),
      );
    }
    const late = Date.now() - Date.parse(expiring.expiresAt);
    const outcome = await told('Answered?', 'Approve: chosen by');
    const expiry = await told('Expires?', 'Nobody answered in time');

    expect(answer.status).toBe(200);
    expect(standing.status).toBe('expired');
    expect(late).toBeLessThan(2000);
    expect(outcome.at - killedAt).toBeLessThan(60_000);
    expect(expiry.at - Date.parse(expiring.expiresAt)).toBeLessThan(60_000);
  },
);
