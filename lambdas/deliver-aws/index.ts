import middy from '@middy/core';
import { createAwsSender } from '../../adapters/aws/channels/aws-sender.ts';
import { createChannelReader } from '../../adapters/aws/directory/channel-repository.ts';
import { createSuppressionStore } from '../../adapters/aws/directory/suppression-store.ts';
import { createDocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';
import { openChannelVault } from '../../adapters/aws/secrets/open-channel-vault.ts';
import { ownDestinations } from '../../core/channels/own-destinations.ts';
import { createMailContext } from '../../core/delivery/mail-context.ts';
import { messageUrlUnder } from '../../core/delivery/message-url.ts';
import { createSend } from '../../core/delivery/send.ts';
import { readInvitationEmail } from '../../core/directory/invitation-email.ts';
import { createDeliveryFunction } from '../delivery-function.ts';
import { Env } from './env.ts';
import { createHandler } from './handler.ts';
import { lazyDue } from './lazy-due.ts';

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

export const handler = middy(
  createHandler({
    deliverBatch: createDeliveryFunction({
      env,
      db,
      vault,
      send,
      act: lazyDue(env, db),
    }),
    readChannel: createChannelReader(db, env.DIRECTORY_TABLE, vault),
    send,
    invite: async (email) => {
      const { channel, message } = readInvitationEmail(email);
      return createSend({ ...sending, messageUrl: () => email.link })(channel, message);
    },
  }),
);
