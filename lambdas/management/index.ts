import { S3Client } from '@aws-sdk/client-s3';
import middy from '@middy/core';
import { createClient } from '../../adapters/aws/create-client.ts';
import { openAlertHeads } from '../../adapters/aws/alerts/alert-heads.ts';
import { createAlertReader } from '../../adapters/aws/alerts/alert-reader.ts';
import { createAskList } from '../../adapters/aws/asks/ask-list.ts';
import { createAskStore } from '../../adapters/aws/asks/ask-store.ts';
import { createBodyStore } from '../../adapters/aws/bodies/body-store.ts';
import { createMonthReader } from '../../adapters/aws/counters/span-counts.ts';
import { createChannelHealthStore } from '../../adapters/aws/counters/channel-health-store.ts';
import { createDailyCounter } from '../../adapters/aws/counters/daily-counter.ts';
import { createUsageStore } from '../../adapters/aws/counters/usage-store.ts';
import { createDeliveryStore } from '../../adapters/aws/deliveries/delivery-store.ts';
import { createReplayStore } from '../../adapters/aws/deliveries/replay-store.ts';
import { createDirectoryRepository } from '../../adapters/aws/directory/directory-repository.ts';
import { createNameReader } from '../../adapters/aws/directory/name-reader.ts';
import { createDocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';
import { createFigureEraser } from '../../adapters/aws/figures/figure-eraser.ts';
import { createFigureReader } from '../../adapters/aws/figures/figure-reader.ts';
import { createMessageReader } from '../../adapters/aws/messages/message-reader.ts';
import { createMessageStore } from '../../adapters/aws/messages/message-store.ts';
import { createNewestMessages } from '../../adapters/aws/messages/newest-messages.ts';
import { createAskQueue } from '../../adapters/aws/queues/ask-queue.ts';
import { createDueQueue, createJobQueues } from '../../adapters/aws/queues/job-queue.ts';
import { createQueueClient } from '../../adapters/aws/queues/queue-client.ts';
import { createRemoteIngest } from '../../adapters/aws/functions/remote-ingest.ts';
import { createRemoteInvite, createRemoteSend } from '../../adapters/aws/functions/remote-send.ts';
import { openChannelVault } from '../../adapters/aws/secrets/open-channel-vault.ts';
import { checkUrl } from '../../adapters/http/check-url.ts';
import { createPushSender, PUSH_TIMEOUT_MS } from '../../adapters/http/web-push/push-sender.ts';
import { createOutboundClient } from '../../adapters/http/outbound-client.ts';
import { createIssuer } from '../../adapters/oidc/issuer.ts';
import { systemBackoff, systemGenerators } from '../../adapters/system/generators.ts';
import { destinationRefusal } from '../../core/channels/destination-refusal.ts';
import { messageUrlUnder } from '../../core/delivery/message-url.ts';
import { askToEndAlerts } from '../../core/delivery/end-alerts.ts';
import { createMailContext } from '../../core/delivery/mail-context.ts';
import { createShowRequests } from '../../core/delivery/shown-requests.ts';
import { createSend } from '../../core/delivery/send.ts';
import { sendByCarrier } from '../../core/delivery/send-by-carrier.ts';
import { createTokenAuthenticator } from '../../core/directory/caller.ts';
import { createPersonAuthenticator } from '../../core/directory/person-authenticator.ts';
import { log } from '../log.ts';
import { originGuard } from '../origin-guard.ts';
import { Env } from './env.ts';
import { createHandler } from './handler.ts';

const env = Env.parse(process.env);
const db = createDocumentClient();
const sqs = createQueueClient();
const vault = openChannelVault({ db, table: env.DIRECTORY_TABLE, keyId: env.SECRETS_KEY });
const tables = { directory: env.DIRECTORY_TABLE, liveEvents: env.LIVE_EVENTS_TABLE, asks: env.ASKS_TABLE };
const directory = createDirectoryRepository(db, tables, vault);
const allowedCidrs = env.OUTBOUND_ALLOWED_CIDRS.split(',').filter((cidr) => cidr !== '');
const http = createOutboundClient({ allowedCidrs, timeoutMs: env.DELIVERY_TIMEOUT_MS });

/** The person who tests a channel waits for the answer, and the API waits for 30 s at most. */
const TEST_BEGINS_WITHIN_MS = 10_000;

const canSignIn = env.OIDC_ISSUER !== '' && env.OIDC_CLIENT_ID !== '';
const issuer = createIssuer({
  issuer: env.OIDC_ISSUER,
  clientId: env.OIDC_CLIENT_ID,
  api: `${env.PUBLIC_BASE_URL}/api/v1`,
  now: Date.now,
});
const people = canSignIn ? [createPersonAuthenticator({ ...systemGenerators, issuer, people: directory })] : [];

/** Invitations are rare: the client is loaded for the first one. */
const openAccountIn = (pool: string) => async (email: string) => {
  const { createAccountOpener } = await import('../../adapters/aws/people/account-opener.ts');
  return createAccountOpener(pool)(email);
};

export const handler = middy(
  createHandler({
    ...systemGenerators,
    publicBaseUrl: env.PUBLIC_BASE_URL,
    billing: env.BILLING,
    liveStream: env.LIVE_STREAM,
    authenticators: [createTokenAuthenticator(directory, Date.now), ...people],
    ...(canSignIn ? { signIn: { issuer: env.OIDC_ISSUER, clientId: env.OIDC_CLIENT_ID } } : {}),
    store: { ...directory, ...createUsageStore(db, env.COUNTERS_TABLE) },
    dailyCounter: createDailyCounter(db, env.COUNTERS_TABLE),
    usage: createMonthReader(db, env.COUNTERS_TABLE),
    figures: { ...createFigureReader(db, env.FIGURES_TABLE), ...createFigureEraser(db, env.FIGURES_TABLE) },
    newestMessages: createNewestMessages(db, env.MESSAGES_TABLE),
    names: createNameReader(db, env.DIRECTORY_TABLE),
    messages: createMessageReader(db, { table: env.MESSAGES_TABLE, now: Date.now }),
    alerts: createAlertReader(db, env.ALERTS_TABLE, Date.now),
    heads: openAlertHeads(env.ALERTS_TABLE),
    asks: { ...createAskStore(db, env.ASKS_TABLE, Date.now), ...createAskList(db, env.ASKS_TABLE) },
    tellAsk: createAskQueue(sqs, env.AWS_QUEUE_URL),
    outbox: createMessageStore(db, {
      messages: env.MESSAGES_TABLE,
      liveEvents: env.LIVE_EVENTS_TABLE,
      alerts: env.ALERTS_TABLE,
    }),
    endAlerts: async (webhook) =>
      askToEndAlerts({ announce: createDueQueue(sqs, env.AWS_QUEUE_URL), now: Date.now }, webhook),
    bodies: createBodyStore(createClient(S3Client), env.BODIES_BUCKET),
    deliveries: createDeliveryStore(db, env.MESSAGES_TABLE),
    replays: createReplayStore(db, { messages: env.MESSAGES_TABLE, liveEvents: env.LIVE_EVENTS_TABLE }),
    jobs: createJobQueues(sqs, { outbound: env.OUTBOUND_QUEUE_URL, aws: env.AWS_QUEUE_URL }),
    backoff: systemBackoff,
    health: createChannelHealthStore(db, env.COUNTERS_TABLE),
    send: sendByCarrier({
      overHttp: createSend({
        http,
        push: createPushSender(createOutboundClient({ allowedCidrs, timeoutMs: PUSH_TIMEOUT_MS }), Date.now),
        beginWithinMs: TEST_BEGINS_WITHIN_MS,
        now: Date.now,
        messageUrl: messageUrlUnder(env.PUBLIC_BASE_URL),
      }),
      byAws: createRemoteSend(env.DELIVER_AWS_FUNCTION),
    }),
    testSend: createRemoteIngest(env.INGEST_FUNCTION, env.ORIGIN_SECRETS.split(',', 1).join()),
    showRequests: createShowRequests({
      now: Date.now,
      messageUrl: messageUrlUnder(env.PUBLIC_BASE_URL),
      own: {
        email: createMailContext({
          suppressions: directory,
          ...(env.EMAIL_FROM === '' ? {} : { from: env.EMAIL_FROM }),
        }),
      },
    }),
    invite: createRemoteInvite(env.DELIVER_AWS_FUNCTION),
    ...(env.ACCOUNTS_POOL === '' ? {} : { openAccount: openAccountIn(env.ACCOUNTS_POOL) }),
    refusalOf: (url) => {
      const checked = checkUrl(url, allowedCidrs);
      return checked.kind === 'refused' ? checked.reason : undefined;
    },
    destinationRefusalOf: destinationRefusal({
      own: env.OWN_DESTINATIONS.split(','),
      targets: env.AWS_TARGETS.split(','),
      region: process.env['AWS_REGION'],
    }),
    log,
  }),
).use(originGuard(env.ORIGIN_SECRETS));
