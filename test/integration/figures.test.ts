import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type ManagementApi, managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Stack, startStack } from './stack.ts';

const Point = z.object({
  at: z.string(),
  messages: z.number(),
  delivered: z.number(),
  failed: z.number(),
  skipped: z.number(),
  pending: z.number(),
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
});
const Stats = z.object({
  asOf: z.string(),
  series: z.array(z.object({ id: z.string().nullable(), name: z.string().nullable(), points: z.array(Point) })),
});
const Channels = z.object({
  items: z.array(z.looseObject({ id: z.string(), health: z.looseObject({ state: z.string() }) })),
});

/** Records are gathered for 45 s before they are counted. */
const COUNTED_WITHIN_MS = 75_000;

let stack: Stack;
let receiver: Receiver;
let api: ManagementApi;

beforeAll(async () => {
  receiver = await startReceiver((response, _, { path }) => {
    response.writeHead(path === '/broken' ? 400 : 200).end();
  });
  stack = await startStack({ RETRY_SCHEDULE: '1', LIVE_STREAM: 'off' });
  api = managementApi(stack);
});
afterAll(async () => {
  await stack.stop();
  await receiver.stop();
});

async function stats(query: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${stack.baseUrl}/api/v1${api.path}/stats?${query}`, {
    headers: { authorization: `Bearer ${stack.credentials.managementToken}`, ...headers },
  });
  return { status: response.status, etag: response.headers.get('etag'), text: await response.text() };
}

const total = (points: readonly z.infer<typeof Point>[], field: 'messages' | 'delivered' | 'failed' | 'pending') =>
  points.reduce((sum, point) => sum + point[field], 0);

describe('figures', { timeout: 120_000 }, () => {
  it('say what was sent and what became of it, a minute later, and how channels are', async () => {
    const webhook = await api.createWebhook({ name: 'Builds' });
    const names = ['fine', 'broken', 'idle'];
    const channels = await Promise.all(
      names.map(async (name) =>
        api.createChannel({ kind: 'webhook', name, config: { url: `${receiver.url}/${name}` } }),
      ),
    );
    for (const { id } of channels.slice(0, 2)) await api.link(webhook.id, id);
    for (let index = 0; index < 5; index += 1) {
      const sent = await fetch(webhook.endpointUrl, { method: 'POST', body: `build ${index}` });
      expect(sent.status).toBe(201);
    }

    const counted = await eventually(async () => {
      const { series } = Stats.parse(JSON.parse((await stats('bucket=5m&by=webhook')).text));
      const [one] = series;
      return one !== undefined && total(one.points, 'delivered') + total(one.points, 'failed') === 10 ? one : undefined;
    }, COUNTED_WITHIN_MS);

    expect(counted).toMatchObject({ id: webhook.id, name: 'Builds' });
    expect(['messages', 'delivered', 'failed', 'pending'] as const).toSatisfy((fields: 'messages'[]) =>
      fields.every((field, index) => total(counted.points, field) === [5, 5, 5, 0][index]),
    );
    const { asOf, series } = Stats.parse(JSON.parse((await stats('bucket=1d&by=channel')).text));
    expect(Date.now() - Date.parse(asOf)).toBeLessThan(65_000);
    expect(
      series
        .map(({ name, points }) => `${name}: ${total(points, 'delivered')} and ${total(points, 'failed')}`)
        .toSorted(),
    ).toEqual(['broken: 0 and 5', 'fine: 5 and 0']);
    const { items } = Channels.parse(await (await api.call('GET', `${api.path}/channels`)).json());
    const health = new Map(items.map((channel) => [channel.id, channel.health]));
    expect(channels.map(({ id }) => health.get(id)?.state)).toEqual(['healthy', 'failing', 'unused']);
    expect(health.get(channels[1]!.id)).toMatchObject({ successRate: 0, lastDeliveredAt: null, lastFailure: {} });
  });

  it('cost nothing to ask for again while nothing happens', async () => {
    const first = await stats('bucket=1h');

    const again = await stats('bucket=1h', { 'if-none-match': String(first.etag) });

    expect(first.etag).toMatch(/^W\/"/);
    expect(again).toMatchObject({ status: 304, etag: first.etag, text: '' });
  });

  it('are asked for within bounds', async () => {
    const { status, text } = await stats('bucket=5m&from=2025-01-01T00:00:00Z');

    expect(status).toBe(400);
    expect(text).toContain('"path":"bucket"');
  });

  it('are gone with their organisation', async () => {
    const credentials = { accessKeyId: 'operator', secretAccessKey: 'local' };
    const client = new DynamoDBClient({ endpoint: stack.door, region: 'us-east-1', credentials });
    const TableName = stack.tables.find((name) => name.includes('Figures'));
    const count = async () => (await client.send(new ScanCommand({ TableName, Select: 'COUNT' }))).Count;
    const before = await count();

    const { status } = await api.call('DELETE', api.path, { confirm: 'Local' });

    expect(before).toBeGreaterThan(0);
    expect(status).toBe(204);
    expect(await count()).toBe(0);
    client.destroy();
  });
});
