import { setTimeout as sleep } from 'node:timers/promises';
import middy from '@middy/core';
import { createAskStore } from '../../adapters/aws/asks/ask-store.ts';
import { createWaitPlaces } from '../../adapters/aws/asks/wait-places.ts';
import { createDocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';
import { createAskQueue } from '../../adapters/aws/queues/ask-queue.ts';
import { createQueueClient } from '../../adapters/aws/queues/queue-client.ts';
import { originGuard } from '../origin-guard.ts';
import { Env } from './env.ts';
import { createHandler } from './handler.ts';

const env = Env.parse(process.env);
const db = createDocumentClient();
const places = { table: env.ASKS_TABLE, count: env.HELD_WAITS, now: Date.now, random: Math.random };

export const handler = middy(
  createHandler({
    asks: createAskStore(db, env.ASKS_TABLE, Date.now),
    tell: createAskQueue(createQueueClient(), env.AWS_QUEUE_URL),
    places: createWaitPlaces(db, places),
    pause: async (milliseconds) => sleep(milliseconds),
    now: Date.now,
    publicBaseUrl: env.PUBLIC_BASE_URL,
  }),
).use(originGuard(env.ORIGIN_SECRETS));
