import * as z from 'zod';
import { ShownMessage } from './shown-message.ts';
import type { Stack } from './stack.ts';

const Webhook = z.looseObject({
  id: z.string(),
  publicId: z.string(),
  endpointUrl: z.string(),
  enabled: z.boolean(),
  apiKey: z.string().optional(),
});
const Channel = z.looseObject({ id: z.string(), streamUrl: z.string().optional(), streamId: z.string().optional() });
const MessagePage = z.object({
  items: z.array(z.looseObject({ id: z.string(), message: z.string() })),
  nextCursor: z.string().nullable(),
});

/** The management API as a test uses it: every call is real HTTP with the owner's token, every answer parsed. */
export function managementApi(stack: Stack) {
  const { organizationId, managementToken } = stack.credentials;

  async function call(method: string, path: string, body?: unknown): Promise<Response> {
    stack.secrets.learn(body);
    const response = await fetch(`${stack.baseUrl}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${managementToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    stack.secrets.learn(
      await response
        .clone()
        .json()
        .catch(() => undefined),
    );
    return response;
  }

  async function answer<T>(schema: z.ZodType<T>, method: string, path: string, body?: unknown): Promise<T> {
    const response = await call(method, path, body);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return schema.parse(await response.json());
  }

  const o = `/organizations/${organizationId}`;
  return {
    call,
    path: o,
    createWebhook: async (body: object) => answer(Webhook, 'POST', `${o}/webhooks`, body),
    patchWebhook: async (id: string, body: object) => answer(Webhook, 'PATCH', `${o}/webhooks/${id}`, body),
    webhookAction: async (id: string, action: string) => answer(Webhook, 'POST', `${o}/webhooks/${id}/${action}`),
    deleteWebhook: async (id: string) => call('DELETE', `${o}/webhooks/${id}`),
    createChannel: async (body: object) => answer(Channel, 'POST', `${o}/channels`, body),
    patchChannel: async (id: string, body: object) => answer(Channel, 'PATCH', `${o}/channels/${id}`, body),
    deleteChannel: async (id: string) => call('DELETE', `${o}/channels/${id}`),
    channelAction: async (id: string, action: string) => call('POST', `${o}/channels/${id}/${action}`),
    link: async (webhookId: string, channelId: string, body: object = {}) =>
      answer(Webhook, 'PUT', `${o}/webhooks/${webhookId}/channels/${channelId}`, body),
    message: async (id: string) => answer(ShownMessage, 'GET', `${o}/messages/${id}`),
    messages: async (query = '') => answer(MessagePage, 'GET', `${o}/messages${query}`),
  };
}
export type ManagementApi = ReturnType<typeof managementApi>;
