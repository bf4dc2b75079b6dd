import middy from '@middy/core';
import { createSubscriptionNotes } from '../../adapters/aws/directory/subscription-notes.ts';
import { createDocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';
import { openAfterAnswer } from '../../adapters/aws/functions/after-answer.ts';
import { openChannelVault } from '../../adapters/aws/secrets/open-channel-vault.ts';
import { createOutboundClient } from '../../adapters/http/outbound-client.ts';
import { createPushSender, PUSH_TIMEOUT_MS } from '../../adapters/http/web-push/push-sender.ts';
import { systemGenerators } from '../../adapters/system/generators.ts';
import { createSend } from '../../core/delivery/send.ts';
import { messageUrlUnder } from '../../core/delivery/message-url.ts';
import { createDeliveryFunction } from '../delivery-function.ts';
import { log } from '../log.ts';
import { Env } from './env.ts';

const env = Env.parse(process.env);
const db = createDocumentClient();
const vault = openChannelVault({ db, table: env.DIRECTORY_TABLE, keyId: env.SECRETS_KEY });
const allowedCidrs = env.OUTBOUND_ALLOWED_CIDRS.split(',').filter((cidr) => cidr !== '');
const http = createOutboundClient({ allowedCidrs, timeoutMs: env.DELIVERY_TIMEOUT_MS });
const push = createPushSender(createOutboundClient({ allowedCidrs, timeoutMs: PUSH_TIMEOUT_MS }), Date.now);
const send = createSend({ http, push, now: Date.now, messageUrl: messageUrlUnder(env.PUBLIC_BASE_URL) });
const noteRecipients = createSubscriptionNotes(db, env.DIRECTORY_TABLE, systemGenerators);

export const handler = middy(
  createDeliveryFunction({
    env,
    db,
    vault,
    send,
    noteRecipients,
    slowQueueUrl: env.SLOW_QUEUE_URL,
    letGo: await letGoOf(env.LET_GO_AFTER_MS, process.env['AWS_LAMBDA_RUNTIME_API']),
  }),
);

/** Without the Extensions API, deliveries go on as well; only, a batch waits for its slowest. */
async function letGoOf(afterMs: string, api: string | undefined) {
  if (afterMs === '' || api === undefined) return undefined;
  try {
    return { waitMs: Number(afterMs), afterAnswer: await openAfterAnswer(api, 'slow-deliveries') };
  } catch (error) {
    log({ event: 'extension.refused', level: 'WARN', error });
    return undefined;
  }
}
