import { expect } from 'vitest';
import * as z from 'zod';
import type { ManagementApi } from './api.ts';
import type { Receiver } from './receiver.ts';

const Accepted = z.looseObject({ messageId: z.string() });

/** How a channel of a kind is told where to send. */
const ADDRESSES = { mattermost: 'webhookUrl', webhook: 'url' } as const;

/** Makes a webhook, what sends to it, and channels of it that lead to paths of a receiver. */
export async function webhookRig(api: ManagementApi, receiver: Receiver, own: object) {
  const webhook = await api.createWebhook(own);
  const key = webhook.apiKey === undefined ? {} : { authorization: `Bearer ${webhook.apiKey}` };

  const call = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${webhook.endpointUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...key, ...headers },
      body: JSON.stringify(body),
    });
  /** @returns the id of the message */
  const send = async (body: object, headers?: Readonly<Record<string, string>>) => {
    const response = await call('', body, headers);
    expect(response.status).toBe(201);
    return Accepted.parse(await response.json()).messageId;
  };
  const linked = async (kind: keyof typeof ADDRESSES, path: string, link: object = {}) => {
    const config = { [ADDRESSES[kind]]: `${receiver.url}${path}` };
    const channel = await api.createChannel({ kind, name: path.slice(1), config });
    await api.link(webhook.id, channel.id, link);
    return channel;
  };
  return { webhook, call, send, linked };
}
