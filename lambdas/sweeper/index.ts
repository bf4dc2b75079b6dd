import { SQSClient } from '@aws-sdk/client-sqs';
import middy from '@middy/core';
import { createDueIndex } from '../../adapters/aws/deliveries/due-index.ts';
import { createDocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';
import { createJobQueue } from '../../adapters/aws/queues/job-queue.ts';
import { sweep } from '../../core/delivery/sweep.ts';
import { log } from '../log.ts';
import { Env } from './env.ts';

const env = Env.parse(process.env);
const due = createDueIndex(createDocumentClient(), env.MESSAGES_TABLE);
const jobs = createJobQueue(new SQSClient({}), env.OUTBOUND_QUEUE_URL);

export const handler = middy(async () => {
  const swept = await sweep({ due, jobs, now: Date.now });
  log({ event: 'sweeper.swept', ...swept });
});
