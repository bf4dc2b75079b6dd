import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAssembly } from '../../local/assembly/read-assembly.ts';
import { Resources } from '../../local/assembly/resources.ts';
import { principalsOf } from '../../local/iam/principals.ts';
import { type ManagementApi, managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { type Stack, startStack } from './stack.ts';

const topic = (name: string): string => `arn:aws:sns:us-east-1:000000000000:${name}`;

describe('a stack whose AWS_TARGETS names some topics', () => {
  let stack: Stack;
  let api: ManagementApi;
  beforeAll(async () => {
    stack = await startStack({ AWS_TARGETS: topic('alerts-*') });
    api = managementApi(stack);
  }, 90_000);
  afterAll(async () => stack.stop());

  /** A client with the rights of the function that delivers through AWS services. */
  const asDeliverAws = async () => {
    const resources = new Resources(await readAssembly(join(stack.dataDir, 'cdk.out')), stack.door);
    const accessKeyId = [...principalsOf(resources).keys()].find((name) => name.includes('DeliverAwsFunction'))!;
    const credentials = { accessKeyId, secretAccessKey: 'local' };
    return { endpoint: stack.door, region: 'us-east-1', credentials, maxAttempts: 1 };
  };

  it('delivers to a topic that is named', async () => {
    const webhook = await api.createWebhook({ name: 'Named' });
    const config = { topicArn: topic('alerts-eu') };
    const channel = await api.createChannel({ kind: 'sns', name: 'Alerts', config });
    await api.link(webhook.id, channel.id);

    const sent = await fetch(webhook.endpointUrl, { method: 'POST', body: '{"message":"to a named topic"}' });

    expect(sent.status).toBe(201);
    const published = await eventually(async () => {
      const text = await readFile(join(stack.dataDir, 'sent', 'sns.jsonl'), 'utf8').catch(() => '');
      return text.includes('to a named topic') ? text : undefined;
    });
    expect(published).toContain(config.topicArn);
  });

  it('refuses to save a channel that names another one', async () => {
    const channel = { kind: 'sns', name: 'Others', config: { topicArn: topic('others') } };

    const refused = await api.call('POST', `${api.path}/channels`, channel);

    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('AWS_TARGETS')]);
  });

  it('lets its function publish to no other one: the role has no right to it', async () => {
    const sns = new SNSClient(await asDeliverAws());

    await expect(sns.send(new PublishCommand({ TopicArn: topic('others'), Message: 'm' }))).rejects.toMatchObject({
      name: 'AuthorizationErrorException',
      message: expect.stringMatching(/SNS:Publish on resource: \S+:others because no identity-based policy allows/),
    });
  });

  it('lets its function send to no queue: none is named', async () => {
    const sqs = new SQSClient(await asDeliverAws());
    const QueueUrl = `${stack.door}/000000000000/jobs`;

    await expect(sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'm' }))).rejects.toMatchObject({
      name: 'AccessDenied',
      message: expect.stringContaining('because no identity-based policy allows the sqs:sendmessage action'),
    });
  });
});
