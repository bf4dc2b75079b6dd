import { setTimeout as sleep } from 'node:timers/promises';
import middy from '@middy/core';
import { createPressChecks } from '../../adapters/aws/asks/press-checks.ts';
import { createAskStore } from '../../adapters/aws/asks/ask-store.ts';
import { createWaitPlaces } from '../../adapters/aws/asks/wait-places.ts';
import { createDocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';
import { createAskQueue, createPressQueue } from '../../adapters/aws/queues/ask-queue.ts';
import { createQueueClient } from '../../adapters/aws/queues/queue-client.ts';
import { originGuard } from '../origin-guard.ts';
import { Env } from './env.ts';
import { createHandler } from './handler.ts';

const env = Env.parse(process.env);
const db = createDocumentClient();
const sqs = createQueueClient();
const places = { table: env.ASKS_TABLE, count: env.HELD_WAITS, now: Date.now, random: Math.random };

/** Most instances never see a press: the client is loaded for the first one. */
const openDataKey = async (CiphertextBlob: Uint8Array, EncryptionContext: Record<string, string>) => {
  const { openDataKeyBy } = await import('../../adapters/aws/secrets/open-data-key.ts');
  return openDataKeyBy(CiphertextBlob, EncryptionContext);
};

export const handler = middy(
  createHandler({
    asks: createAskStore(db, env.ASKS_TABLE, Date.now),
    checks: createPressChecks(db, { table: env.ASKS_TABLE, openDataKey, now: Date.now }),
    tell: createAskQueue(sqs, env.AWS_QUEUE_URL),
    pass: createPressQueue(sqs, env.AWS_QUEUE_URL),
    places: createWaitPlaces(db, places),
    pause: async (milliseconds) => sleep(milliseconds),
    now: Date.now,
    publicBaseUrl: env.PUBLIC_BASE_URL,
  }),
).use(originGuard(env.ORIGIN_SECRETS));
