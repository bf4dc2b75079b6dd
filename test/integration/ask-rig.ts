import { expect } from 'vitest';
import * as z from 'zod';
import type { ManagementApi } from './api.ts';
import { eventually } from './eventually.ts';
import type { Receiver } from './receiver.ts';
import type { Stack } from './stack.ts';

const Asked = z.object({ messageId: z.string(), askId: z.string(), answerUrl: z.string(), expiresAt: z.string() });

/** What is asked. */
export const options = [
  { id: 'yes', label: 'Approve' },
  { id: 'no', label: 'Reject' },
];

interface Surroundings {
  readonly stack: Stack;
  readonly receiver: Receiver;
  readonly api: ManagementApi;
}

/** A webhook with a chat whose people may answer, and a machine that gets the answers. */
export async function askRig({ stack, receiver, api }: Surroundings, name: string) {
  const webhook = await api.createWebhook({ name, requireApiKey: true });
  const chat = await api.createChannel({
    kind: 'mattermost',
    name: 'Chat',
    config: { webhookUrl: `${receiver.url}/${name}-chat` },
  });
  const machine = await api.createChannel({
    kind: 'webhook',
    name: 'Machine',
    config: { url: `${receiver.url}/${name}-machine` },
  });
  await api.link(webhook.id, chat.id, { answers: true });
  await api.link(webhook.id, machine.id, { filter: { tags: { any: ['answer'] } } });
  const send = async (body: object, headers: Record<string, string> = {}) =>
    fetch(`${webhook.endpointUrl}/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${webhook.apiKey}`, ...headers },
      body: JSON.stringify(body),
    });
  const ask = async (own: object = {}, headers?: Record<string, string>) => {
    const response = await send({ title: 'Deploy?', message: 'Version 7', ask: { options, ...own } }, headers);
    expect(response.status).toBe(201);
    const asked = Asked.parse(await response.json());
    stack.secrets.learn(asked);
    return asked;
  };
  const received = async (channel: string, count: number) =>
    eventually(async () => {
      const found = receiver.received.filter(({ path }) => path === `/${name}-${channel}`);
      return found.length >= count ? found.map(({ text }) => text) : undefined;
    });
  const pageOf = async (askIndex = 0) => {
    const texts = await received('chat', askIndex + 1);
    const url = /http:[^\s)\]"]+\/a\/[\w-]+/.exec(texts[askIndex] ?? '')?.[0] ?? '';
    stack.secrets.add('page', url);
    return url;
  };
  return { webhook, chat, ask, send, received, pageOf };
}
