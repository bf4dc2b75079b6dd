import type { SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createJobQueue } from '../../../adapters/aws/queues/job-queue.ts';
import type { DeliveryJob } from '../../../core/delivery/job.ts';
import { createQueue, type Engine, receive, startEngine } from './implementations.ts';

const jobFor = (organizationId: string, channelId: string): DeliveryJob => ({
  organizationId,
  webhookId: 'wh_1',
  messageId: 'msg_1',
  channelId,
  attempt: 1,
  retriesUsed: 0,
});

describe('the group of a delivery job', () => {
  let service: Engine;
  let client: SQSClient;

  beforeAll(async () => {
    service = await startEngine();
    ({ client } = service);
  });
  afterAll(() => service.close());

  const groupsIn = async (url: string): Promise<unknown> => {
    const messages = await receive(client, url, { MessageSystemAttributeNames: ['MessageGroupId'] });
    const groups = messages.map(({ Body, Attributes }) => [JSON.parse(Body!).channelId, Attributes?.MessageGroupId]);
    return Object.fromEntries(groups);
  };

  it('is its organisation, so that many channels make no organisation look like many', async () => {
    const url = await createQueue(client);

    const left = await createJobQueue(service.queues, url).enqueue([
      jobFor('org_a', 'ch_1'),
      jobFor('org_a', 'ch_2'),
      jobFor('org_b', 'ch_3'),
    ]);

    expect(left).toEqual([]);
    expect(await groupsIn(url)).toEqual({ ch_1: 'org_a', ch_2: 'org_a', ch_3: 'org_b' });
  });

  it('is the same for a dead letter', async () => {
    const url = await createQueue(client);

    await createJobQueue(service.queues, url).send(jobFor('org_a', 'ch_1'));

    expect(await groupsIn(url)).toEqual({ ch_1: 'org_a' });
  });
});
