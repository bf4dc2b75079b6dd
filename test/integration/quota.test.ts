import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { counterKeys } from '../../adapters/aws/counters/counter-keys.ts';
import { managementApi, type ManagementApi } from './api.ts';
import { startStack, type Stack } from './stack.ts';

describe('plans on the running stack', () => {
  let stack: Stack;
  let api: ManagementApi;
  beforeAll(async () => {
    stack = await startStack({ BILLING: 'plans' });
    api = managementApi(stack);
  }, 90_000);
  afterAll(async () => stack.stop());

  const send = async (url: string) => fetch(url, { method: 'POST', body: 'hello' });
  const organization = async () => (await api.call('GET', api.path)).json();

  /** Pretends that so many messages were sent this month. */
  async function pretend(count: number): Promise<void> {
    const client = new DynamoDBClient({
      endpoint: stack.door,
      region: 'us-east-1',
      credentials: { accessKeyId: 'operator', secretAccessKey: 'local' },
    });
    const month = new Date().toISOString().slice(0, 7);
    await DynamoDBDocumentClient.from(client).send(
      new UpdateCommand({
        TableName: stack.tables.find((name) => name.includes('Counters')),
        Key: counterKeys.quota(stack.credentials.organizationId, month),
        UpdateExpression: 'SET #count = :count',
        ExpressionAttributeNames: { '#count': 'count' },
        ExpressionAttributeValues: { ':count': count },
      }),
    );
    client.destroy();
  }

  it('accept exactly what is left when 200 sends meet at the boundary', async () => {
    const { endpointUrl } = await api.createWebhook({ name: 'Race' });
    await send(endpointUrl);
    await pretend(2_900);

    const answers = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const response = await send(endpointUrl);
        return { status: response.status, body: await response.json() };
      }),
    );

    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(100);
    expect(refused).toHaveLength(100);
    const body = { error: 'Message quota exceeded', limit: 3_000, usage: 3_000, plan: 'free' };
    expect(refused.map((answer) => answer.body)).toEqual(refused.map(() => body));
    expect(await organization()).toMatchObject({ plan: 'free', usage: { count: 3_000, limit: 3_000 } });
  }, 60_000);

  it('let through at once what a larger plan and extra packs allow', async () => {
    const { endpointUrl } = await api.createWebhook({ name: 'Upgrade' });
    await send(endpointUrl);
    await pretend(3_000);
    const before = await send(endpointUrl);

    await api.call('PATCH', api.path, { plan: 'pro', extraPacks: 2 });
    const after = await send(endpointUrl);

    expect([before.status, after.status]).toEqual([429, 201]);
    expect(await organization()).toMatchObject({ plan: 'pro', usage: { count: 3_001, limit: 45_000 } });
    await api.call('PATCH', api.path, { plan: 'free', extraPacks: 0 });
  });

  it('count disabled webhooks, and not deleted ones', async () => {
    const created: string[] = [];
    const create = async () => {
      const response = await api.call('POST', `${api.path}/webhooks`, { name: 'More' });
      const body: ReturnType<JSON['parse']> = await response.json();
      if (response.status === 201) created.push(body.id);
      return response.status;
    };
    let status = 201;
    while (status === 201) status = await create();

    await api.patchWebhook(created[0]!, { enabled: false });
    const afterDisabling = await create();
    await api.deleteWebhook(created[0]!);
    const afterDeleting = await create();

    expect([status, afterDisabling, afterDeleting]).toEqual([429, 429, 201]);
  });
});
