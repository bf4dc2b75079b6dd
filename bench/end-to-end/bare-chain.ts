import { join } from 'node:path';
import { CreateQueueCommand, DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { bundleFunction } from '../../lib/bundling.ts';
import type { Stack } from '../../test/integration/stack.ts';
import { bareKeys, MESSAGE_ID } from '../bare-keys.ts';
import { functionOf } from '../deployed.ts';
import { ingestSubjects } from '../ingest.ts';
import { startInstance } from '../instances.ts';

/** The yardstick of the whole way: the bare functions of `ingest` and `deliver` with a queue between them. */
export interface BareChain {
  /** Settles when the send is acknowledged; the POST follows. */
  send(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the chain on a running stack, with a queue of its own. Nothing routes, serves HTTP or starts functions. */
export async function startBareChain(stack: Stack, receiverUrl: string): Promise<BareChain> {
  const credentials = { accessKeyId: 'operator', secretAccessKey: 'local' };
  const sqs = new SQSClient({ endpoint: stack.door, region: 'us-east-1', credentials, md5: false });
  const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName: 'BenchBareChain' }));
  const { bare, event } = await ingestSubjects(stack);
  const consumer = await functionOf(stack, 'DeliverHttp');
  const place = { organizationId: 'bare', webhookId: 'wh_bare', messageId: MESSAGE_ID, channelId: 'ch_bare' };
  const job = { ...place, keys: bareKeys(place) };
  const operator = { AWS_ACCESS_KEY_ID: credentials.accessKeyId };
  const ingest = await startInstance({
    ...bare,
    env: { ...bare.env, ...operator, OUTBOUND_QUEUE_URL: QueueUrl, JOB: JSON.stringify(job) },
  });
  const deliver = await startInstance({
    bundle: join(bundleFunction('bare-consumer', join(import.meta.dirname, '..')), 'index.mjs'),
    env: { ...consumer.env, ...operator, RECEIVER_URL: receiverUrl },
  });
  const stopping = new AbortController();

  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 20 }),
        { abortSignal: stopping.signal },
      );
      if (Messages.length > 0) await deliver.invoke([{ Records: Messages.map(({ Body: body }) => ({ body })) }]);
      for (const { ReceiptHandle } of Messages) await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    }
  }
  const polling = poll().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });

  return {
    send: async () => void (await ingest.invoke([event])),
    async stop() {
      stopping.abort();
      await polling;
      ingest.stop();
      deliver.stop();
      sqs.destroy();
    },
  };
}
