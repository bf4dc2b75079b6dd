import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type ManagementApi, managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { type Stack, startStack } from './stack.ts';

const Plan = z.object({ changes: z.array(z.looseObject({ action: z.string(), slug: z.string().nullable() })) });
const Exported = z.object({ document: z.looseObject({}), secretsNeeded: z.array(z.string()) });
const Webhooks = z.object({ items: z.array(z.looseObject({ slug: z.string().nullable(), endpointUrl: z.string() })) });

const WEBHOOKS = 200;
const LINKS = 20;
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

/** As many channels as a webhook links here, and the webhooks, each linked to all of them. */
const large = {
  version: 1,
  channels: Object.fromEntries(times(LINKS, (n) => [`live-${n}`, { kind: 'live-stream', name: `Live ${n}` }])),
  webhooks: Object.fromEntries(
    times(WEBHOOKS, (n) => [
      `hook-${n}`,
      {
        name: `Hook ${n}`,
        links: Object.fromEntries(times(LINKS, (link) => [`live-${link}`, { filter: { priority: { gte: 3 } } }])),
      },
    ]),
  ),
};

describe('a document on the whole stack', () => {
  let stack: Stack;
  let api: ManagementApi;
  beforeAll(async () => {
    stack = await startStack();
    api = managementApi(stack);
  }, 90_000);
  afterAll(async () => stack.stop());

  async function apply(document: unknown, rest: object = {}): Promise<string[]> {
    const response = await api.call('POST', `${api.path}/config/apply`, { document, ...rest });
    expect([response.status, response.ok ? '' : await response.text()]).toEqual([200, '']);
    return Plan.parse(await response.json()).changes.map(({ action }) => action);
  }

  it('of 200 webhooks with 20 links each is applied in one call', async () => {
    const actions = await apply(large);

    expect(actions).toEqual(times(WEBHOOKS + LINKS, () => 'create'));
  }, 60_000);

  it('changes nothing the second time', async () => {
    const actions = await apply(large);

    expect(actions).toEqual(times(WEBHOOKS + LINKS, () => 'none'));
  }, 10_000);

  it('routes what is sent to its webhooks', async () => {
    const response = await api.call('GET', `${api.path}/webhooks?limit=1`);
    const [webhook] = Webhooks.parse(await response.json()).items;
    const sent = await fetch(webhook!.endpointUrl, { method: 'POST', body: '{"message":"m","priority":4}' });
    const { messageId } = z.object({ messageId: z.string() }).parse(await sent.json());

    const message = await eventually(async () => api.message(messageId));

    expect(message.deliveries).toHaveLength(LINKS);
  });

  it('is exported as YAML, and means the same as text', async () => {
    const { managementToken } = stack.credentials;
    const headers = { authorization: `Bearer ${managementToken}`, accept: 'application/yaml' };
    const exported = await fetch(`${stack.baseUrl}/api/v1${api.path}/config`, { headers });
    const text = await exported.text();

    expect(exported.headers.get('content-type')).toBe('application/yaml');
    expect(new Set(await apply(text))).toEqual(new Set(['none']));
  }, 30_000);

  it('takes over what the first start made, and prunes nothing but its own', async () => {
    const response = await api.call('GET', `${api.path}/config`);
    const { document } = Exported.parse(await response.json());

    const pruned = await apply({ version: 1 }, { prune: true });
    const left = await api.call('GET', `${api.path}/webhooks`);

    expect(Object.keys(Object(document['webhooks']))).toContain('first-webhook');
    expect(new Set(pruned)).toEqual(new Set(['delete']));
    expect(Webhooks.parse(await left.json()).items).toEqual([]);
  }, 60_000);

  it('is the same document for two who apply it at the same time', async () => {
    const document = { version: 1, webhooks: { one: { name: 'One' }, two: { name: 'Two' } } };

    await Promise.all([apply(document), apply(document), apply(document)]);

    const { items } = Webhooks.parse(await (await api.call('GET', `${api.path}/webhooks`)).json());
    expect(items).toHaveLength(2);
    expect(new Set(items.map(({ slug }) => slug))).toEqual(new Set(['one', 'two']));
  });

  it('has its schema where editors find it', async () => {
    const response = await fetch(`${stack.baseUrl}/api/v1/config-schema.json`);

    expect([response.status, z.looseObject({ title: z.string() }).parse(await response.json()).title]).toEqual([
      200,
      'Notification router',
    ]);
  });
});
