import assert from 'node:assert/strict';
import * as z from 'zod';
import { eventually } from '../integration/eventually.ts';
import { ShownMessage } from '../integration/shown-message.ts';

const PATIENCE_MS = 30_000;
const JSON_TYPE = { 'content-type': 'application/json' };

const Organization = z.looseObject({ id: z.string(), name: z.string(), managementToken: z.string() });
const Me = z.object({ organizations: z.array(z.looseObject({ id: z.string(), role: z.string() })) });
const Webhook = z.looseObject({ id: z.string(), endpointUrl: z.string(), apiKey: z.string().optional() });
const Channel = z.looseObject({ id: z.string(), streamUrl: z.string().optional() });
const Sent = z.strictObject({ messageId: z.string().regex(/^msg_[0-9A-HJKMNP-TV-Z]{26}$/) });
const Page = z.object({ items: z.array(z.looseObject({ id: z.string() })) });

export type Webhook = z.infer<typeof Webhook>;
export type Channel = z.infer<typeof Channel>;

/** Where a router is, and what its settings are where they are not the defaults. */
export interface Target {
  readonly baseUrl: string;
  /** An owner's management token. */
  readonly token: string;
  readonly maxBodyBytes: number;
  readonly maxHops: number;
  /** The lower of the two limits on open streams. */
  readonly maxStreams: number;
}

/** A router as its users see it, with an organisation made for the checks alone. */
export type Router = Awaited<ReturnType<typeof openRouter>>;

/**
 * Makes an organisation for the checks. `close` deletes it, with everything in it.
 *
 * @throws when the token is not an owner's
 */
export async function openRouter(target: Target) {
  const { baseUrl } = target;

  async function call(method: string, path: string, body?: unknown, token = target.token): Promise<Response> {
    return fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { ...(token === '' ? {} : { authorization: `Bearer ${token}` }), ...JSON_TYPE },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  }

  async function answer<T>(schema: z.ZodType<T>, ...[method, path, body, token]: Parameters<typeof call>): Promise<T> {
    const response = await call(method, path, body, token);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return schema.parse(await response.json());
  }

  const { organizations } = await answer(Me, 'GET', '/me');
  const name = `Smoke test ${new Date().toISOString()}`;
  const organization = await answer(Organization, 'POST', '/organizations', { name });
  const token = organization.managementToken;
  const o = `/organizations/${organization.id}`;
  // Where plans apply, the free one has too few webhooks for the checks.
  await call('PATCH', o, { plan: 'business' }, token);

  async function send(url: string, body: string, headers: Record<string, string> = JSON_TYPE) {
    return fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(PATIENCE_MS) });
  }

  async function sent(url: string, body: string, headers?: Record<string, string>): Promise<string> {
    const response = await send(url, body, headers);
    const text = await response.text();
    assert.equal(response.status, 201, `a send was answered ${response.status} ${text}`);
    return Sent.parse(JSON.parse(text)).messageId;
  }

  const message = async (id: string) => answer(ShownMessage, 'GET', `${o}/messages/${id}`, undefined, token);

  return {
    ...target,
    /** Path of the organisation of the checks. */
    path: o,
    /** Path of an organisation that the checks have no right to. */
    otherPath: `/organizations/${organizations[0]?.id}`,
    /** The token of the owner of the organisation of the checks. */
    token,
    /** Calls the management API; by default as the owner. */
    call: async (method: string, path: string, body?: unknown, as = token) => call(method, path, body, as),
    webhook: async (body: object = {}) => answer(Webhook, 'POST', `${o}/webhooks`, { name: 'Smoke', ...body }, token),
    patchWebhook: async (id: string, body: object) => answer(Webhook, 'PATCH', `${o}/webhooks/${id}`, body, token),
    webhookAction: async (id: string, action: string) =>
      answer(Webhook, 'POST', `${o}/webhooks/${id}/${action}`, undefined, token),
    channel: async (kind: string, config: object) =>
      answer(Channel, 'POST', `${o}/channels`, { kind, name: 'Smoke', config }, token),
    patchChannel: async (id: string, body: object) => answer(Channel, 'PATCH', `${o}/channels/${id}`, body, token),
    link: async (webhook: Webhook, channel: Channel, body: object = {}) =>
      answer(Webhook, 'PUT', `${o}/webhooks/${webhook.id}/channels/${channel.id}`, body, token),
    /** A send and its raw answer. */
    send,
    /** A send that must be accepted. @returns the message id */
    sent,
    /** What is stored of a send that must be accepted. */
    stored: async (url: string, body: string, headers?: Record<string, string>) =>
      message(await sent(url, body, headers)),
    message,
    /** A message once its deliveries are over. */
    settled: async (id: string, withinMs = PATIENCE_MS) =>
      eventually(async () => {
        const found = await message(id);
        const isOver = found.deliveries.every(({ state }) => ['delivered', 'failed', 'skipped'].includes(state));
        const due = found.routing.filter(({ matched }) => matched).length;
        return isOver && found.deliveries.length >= due ? found : undefined;
      }, withinMs),
    /** The messages of a webhook, newest first, once there are so many. */
    arrived: async (webhook: Webhook, count: number) =>
      eventually(async () => {
        const page = await answer(Page, 'GET', `${o}/messages?webhookId=${webhook.id}`, undefined, token);
        if (page.items.length < count) return undefined;
        return Promise.all(page.items.map(async ({ id }) => message(id)));
      }, PATIENCE_MS),
    /** Deletes the organisation of the checks with everything in it. */
    close: async () => {
      const { status } = await call('DELETE', o, { confirm: name }, token);
      assert.equal(status, 204, `the organisation "${name}" could not be deleted (${status}): delete it by hand`);
    },
  };
}
