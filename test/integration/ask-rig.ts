import { expect } from 'vitest';
import * as z from 'zod';
import type { ManagementApi } from './api.ts';
import { eventually } from './eventually.ts';
import type { Receiver } from './receiver.ts';
import type { Stack } from './stack.ts';
import { webhookRig } from './webhook-rig.ts';

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
  const { webhook, call, linked } = await webhookRig(api, receiver, { name, requireApiKey: true });
  const chat = await linked('mattermost', `/${name}-chat`, { answers: true });
  await linked('webhook', `/${name}-machine`, { filter: { tags: { any: ['answer'] } } });
  const send = async (body: object, headers?: Record<string, string>) => call('/ask', body, headers);
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
