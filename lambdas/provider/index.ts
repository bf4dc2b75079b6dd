import { setTimeout as sleep } from 'node:timers/promises';
import middy from '@middy/core';
import { createChannelHealthStore } from '../../adapters/aws/counters/channel-health-store.ts';
import { createDirectoryRepository } from '../../adapters/aws/directory/directory-repository.ts';
import { createOrganizationList } from '../../adapters/aws/directory/organization-list.ts';
import { createDocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';
import { createDueQueue } from '../../adapters/aws/queues/job-queue.ts';
import { createQueueClient } from '../../adapters/aws/queues/queue-client.ts';
import { openChannelVault } from '../../adapters/aws/secrets/open-channel-vault.ts';
import { createSecretReader } from '../../adapters/aws/secrets/secret-reader.ts';
import { checkUrl } from '../../adapters/http/check-url.ts';
import { putAnswer } from '../../adapters/http/put-answer.ts';
import { systemBackoff, systemGenerators } from '../../adapters/system/generators.ts';
import { destinationRefusal } from '../../core/channels/destination-refusal.ts';
import { askToEndAlerts } from '../../core/delivery/end-alerts.ts';
import { log } from '../log.ts';
import { Env } from './env.ts';
import { createHandler } from './handler.ts';

const env = Env.parse(process.env);
const db = createDocumentClient();
const tables = { directory: env.DIRECTORY_TABLE, liveEvents: env.LIVE_EVENTS_TABLE, asks: env.ASKS_TABLE };
const vault = openChannelVault({ db, table: env.DIRECTORY_TABLE, keyId: env.SECRETS_KEY });
const allowedCidrs = env.OUTBOUND_ALLOWED_CIDRS.split(',').filter((cidr) => cidr !== '');

const announce = createDueQueue(createQueueClient(), env.AWS_QUEUE_URL);

export const handler = middy(
  createHandler({
    ...systemGenerators,
    store: createDirectoryRepository(db, tables, vault),
    backoff: systemBackoff,
    publicBaseUrl: env.PUBLIC_BASE_URL,
    billing: env.BILLING,
    liveStream: env.LIVE_STREAM,
    organizations: createOrganizationList(db, env.DIRECTORY_TABLE),
    endAlerts: async (webhook) => askToEndAlerts({ announce, now: Date.now }, webhook),
    health: createChannelHealthStore(db, env.COUNTERS_TABLE),
    secrets: createSecretReader(),
    sleep: async (ms) => sleep(ms),
    refusalOf: (url) => {
      const checked = checkUrl(url, allowedCidrs);
      return checked.kind === 'refused' ? checked.reason : undefined;
    },
    destinationRefusalOf: destinationRefusal({
      own: env.OWN_DESTINATIONS.split(','),
      targets: env.AWS_TARGETS.split(','),
      region: process.env['AWS_REGION'],
    }),
    answer: putAnswer,
    log,
  }),
);
