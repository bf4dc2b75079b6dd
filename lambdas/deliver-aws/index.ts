import middy from '@middy/core';
import { createAskStore } from '../../adapters/aws/asks/ask-store.ts';
import { createAskTimers } from '../../adapters/aws/asks/ask-timers.ts';
import { createAwsSender } from '../../adapters/aws/channels/aws-sender.ts';
import { createChannelReader } from '../../adapters/aws/directory/channel-repository.ts';
import { createSuppressionStore } from '../../adapters/aws/directory/suppression-store.ts';
import { createWebhookLookUp } from '../../adapters/aws/directory/webhook-look-up.ts';
import { createDocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';
import { createMessageLookUp } from '../../adapters/aws/messages/message-look-up.ts';
import { createMessageStore } from '../../adapters/aws/messages/message-store.ts';
import { createAskQueue } from '../../adapters/aws/queues/ask-queue.ts';
import { createJobQueues } from '../../adapters/aws/queues/job-queue.ts';
import { createQueueClient } from '../../adapters/aws/queues/queue-client.ts';
import { openChannelVault } from '../../adapters/aws/secrets/open-channel-vault.ts';
import { ownDestinations } from '../../core/channels/own-destinations.ts';
import { createMailContext } from '../../core/delivery/mail-context.ts';
import { messageUrlUnder } from '../../core/delivery/message-url.ts';
import { createSend } from '../../core/delivery/send.ts';
import { tellAskEnd } from '../../core/sending/tell-ask-end.ts';
import { readInvitationEmail } from '../../core/directory/invitation-email.ts';
import { createDeliveryFunction } from '../delivery-function.ts';
import { log } from '../log.ts';
import { Env } from './env.ts';
import { createHandler } from './handler.ts';

const env = Env.parse(process.env);
const db = createDocumentClient();
const vault = openChannelVault({ db, table: env.DIRECTORY_TABLE, keyId: env.SECRETS_KEY });
const sending = {
  aws: createAwsSender({
    configurationSet: env.SES_CONFIGURATION_SET,
    isOwn: ownDestinations(env.OWN_DESTINATIONS.split(',')),
  }),
  now: Date.now,
  own: {
    email: createMailContext({
      suppressions: createSuppressionStore(db, env.DIRECTORY_TABLE),
      ...(env.EMAIL_FROM === '' ? {} : { from: env.EMAIL_FROM }),
    }),
  },
};
const send = createSend({ ...sending, messageUrl: messageUrlUnder(env.PUBLIC_BASE_URL) });

const sqs = createQueueClient();
const tables = { messages: env.MESSAGES_TABLE, liveEvents: env.LIVE_EVENTS_TABLE, alerts: env.ALERTS_TABLE };
const tellPorts = {
  asks: createAskStore(db, env.ASKS_TABLE, Date.now),
  tell: createAskQueue(sqs, env.AWS_QUEUE_URL, log),
  timers: createAskTimers(db, env.ASKS_TABLE),
  webhooks: createWebhookLookUp(db, env.DIRECTORY_TABLE),
  messages: createMessageLookUp(db, env.MESSAGES_TABLE),
  outbox: createMessageStore(db, tables),
  jobs: createJobQueues(sqs, { outbound: env.OUTBOUND_QUEUE_URL, aws: env.AWS_QUEUE_URL }),
  now: Date.now,
};

export const handler = middy(
  createHandler({
    tellAskEnd: async (askId) => tellAskEnd(tellPorts, askId),
    log,
    deliverBatch: createDeliveryFunction({ env, db, vault, send }),
    readChannel: createChannelReader(db, env.DIRECTORY_TABLE, vault),
    send,
    invite: async (email) => {
      const { channel, message } = readInvitationEmail(email);
      return createSend({ ...sending, messageUrl: () => email.link })(channel, message);
    },
  }),
);
