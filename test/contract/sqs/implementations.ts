import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateQueueCommand, GetQueueAttributesCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Message, QueueAttributeName, ReceiveMessageCommandInput } from '@aws-sdk/client-sqs';
import { createQueueClient, type QueueClient } from '../../../adapters/aws/queues/queue-client.ts';
import { openSqs } from '../../../local/sqs/open-sqs.ts';
import type { Sqs, SqsOptions } from '../../../local/sqs/open-sqs.ts';
import { startSqsServer } from './sqs-server.ts';

/** A queue service under test, through the client everybody uses. */
export type Service = { readonly client: SQSClient; readonly close: () => Promise<void> };

/** Ours, with what only it offers at hand. */
export interface Engine extends Service {
  readonly sqs: Sqs;
  readonly file: string;
  readonly url: string;
  /** The client that the router itself sends with. */
  readonly queues: QueueClient;
}

/** One implementation of SQS that the contract holds for. */
export type Implementation = { readonly name: string; readonly start: () => Promise<Service> };

/** Credentials are only needed to have something to sign with. */
const CALLER = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'contract', secretAccessKey: 'contract' },
  maxAttempts: 1,
};

/** Our engine on a fresh file behind HTTP. */
export const startEngine = async (options: Partial<SqsOptions> = {}): Promise<Engine> => {
  const folder = mkdtempSync(join(tmpdir(), 'sqs-contract-'));
  const server = await startSqsServer(() => sqs);
  const file = join(folder, 'sqs.db');
  const sqs = openSqs({ file, baseUrl: server.url, ...options });
  const client = new SQSClient({ endpoint: server.url, ...CALLER });
  return {
    client,
    queues: createQueueClient(CALLER),
    sqs,
    file,
    url: server.url,
    close: async () => {
      client.destroy();
      sqs.close();
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
};

const elsewhere = process.env['SQS_CONTRACT_ENDPOINT'];

/** Ours, and with `SQS_CONTRACT_ENDPOINT` set the one there, with the credentials of the environment. */
export const implementations: readonly Implementation[] = [
  { name: 'the local engine', start: () => startEngine() },
  ...(elsewhere === undefined
    ? []
    : [
        {
          name: elsewhere,
          start: async () => {
            const client = new SQSClient({ endpoint: elsewhere });
            return { client, close: async () => client.destroy() };
          },
        },
      ]),
];

/** A queue of its own for one test. */
export const createQueue = async (
  client: SQSClient,
  attributes: Partial<Record<QueueAttributeName, string>> = {},
): Promise<string> => {
  const command = new CreateQueueCommand({ QueueName: `contract-${randomUUID()}`, Attributes: attributes });
  const { QueueUrl } = await client.send(command);
  return QueueUrl!;
};

/** The ARN of a queue. */
export const arnOf = async (client: SQSClient, QueueUrl: string): Promise<string> => {
  const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] });
  const { Attributes } = await client.send(command);
  return Attributes!.QueueArn!;
};

/** What one receive call returns; `options` as in the SDK, up to ten messages unless said otherwise. */
export const receive = async (
  client: SQSClient,
  QueueUrl: string,
  options: Partial<ReceiveMessageCommandInput> = {},
): Promise<Message[]> => {
  const command = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, ...options });
  const { Messages = [] } = await client.send(command);
  return Messages;
};
