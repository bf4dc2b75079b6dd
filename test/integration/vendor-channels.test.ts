import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type FakeVendor, serveVendor } from '../vendors/vendor.ts';
import { loadVendors } from '../vendors/load-vendors.ts';
import { type ManagementApi, managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { type Stack, startStack } from './stack.ts';

const Sent = z.object({ messageId: z.string() });
const Tested = z.object({ outcome: z.string(), error: z.string().optional() });
const Shown = z.looseObject({ enabled: z.boolean(), disabledReason: z.string().nullable() });

let stack: Stack;
let api: ManagementApi;
let vendors: FakeVendor[];

beforeAll(async () => {
  stack = await startStack();
  api = managementApi(stack);
  vendors = await loadVendors();
});
afterAll(async () => stack.stop());

describe('channels of every HTTP vendor', () => {
  it('all get a notification through the running stack, as their readers would see it', async () => {
    const webhook = await api.createWebhook({ name: 'Monitoring' });
    const served = await Promise.all(
      vendors.map(async (vendor) => {
        const server = await serveVendor((request) => vendor.answer(request));
        const channel = await api.createChannel({
          kind: vendor.kind,
          name: vendor.kind,
          config: vendor.config(server.baseUrl),
        });
        await api.link(webhook.id, channel.id);
        return { vendor, server };
      }),
    );

    const body = JSON.stringify({
      title: 'Disk <full>',
      message: 'Only 3 % left & falling 👋',
      priority: 4,
      tags: ['disk'],
    });
    const response = await fetch(webhook.endpointUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const { messageId } = Sent.parse(await response.json());
    const message = await eventually(async () => {
      const { deliveries } = await api.message(messageId);
      return deliveries.every(({ state }) => state === 'delivered') ? deliveries : undefined;
    });

    expect(message).toHaveLength(vendors.length);
    expect(vendors.length).toBeGreaterThanOrEqual(15);
    for (const { vendor, server } of served) {
      const shown = vendor.shown(server.requests[0]!, true);
      // Some kinds part what the vendor would take for a link by something that cannot be seen.
      const text = `${vendor.kind}: ${shown.title} ${shown.message}`.replaceAll('\u200B', '');
      expect(text).toContain('Disk <full>');
      expect(text).toContain('Only 3 % left & falling 👋');
      await server[Symbol.asyncDispose]();
    }
  });

  it("say in the answer of a test what is wrong, in the vendor's own words and without a secret", async () => {
    const results = await Promise.all(
      vendors.map(async (vendor) => {
        const config = vendor.config('http://127.0.0.1:9');
        const secrets = Object.values(config).map((value) => String(value));
        const answer = { status: 418, body: JSON.stringify({ secrets }) };
        await using server = await serveVendor(() => answer);
        const channel = await api.createChannel({
          kind: vendor.kind,
          name: 'x',
          config: vendor.config(server.baseUrl),
        });
        const response = await api.channelAction(channel.id, 'test');
        return { kind: vendor.kind, tested: Tested.parse(await response.json()) };
      }),
    );

    for (const { kind, tested } of results) {
      expect({ kind, ...tested }).toMatchObject({
        kind,
        outcome: 'failed',
        error: expect.stringContaining('answered 418'),
      });
      expect(tested.error).not.toMatch(/0123456789abcdef|secretsecret/);
    }
  });

  it('are switched off, saying why, when the vendor says that they are gone', async () => {
    await using server = await serveVendor(() => ({ status: 404, body: 'no_service' }));
    const webhookUrl = `${server.baseUrl}/services/T0/B0/abcdefghijklmnopqrstuvwx`;
    const webhook = await api.createWebhook({ name: 'Gone' });
    const channel = await api.createChannel({ kind: 'slack', name: 'gone', config: { webhookUrl } });
    await api.link(webhook.id, channel.id);

    await fetch(webhook.endpointUrl, { method: 'POST', body: 'hello' });

    const gone = await eventually(async () => {
      const response = await api.call('GET', `${api.path}/channels/${channel.id}`);
      const shown = Shown.parse(await response.json());
      return shown.enabled ? undefined : shown;
    });
    expect(gone.disabledReason).toContain('no_service');
  });
});
