import { counterKeys } from '../adapters/aws/counters/counter-keys.ts';
import { directoryKeys } from '../adapters/aws/directory/directory-keys.ts';
import { deliveryKey, messageKey } from '../adapters/aws/messages/message-key.ts';

interface Place {
  readonly organizationId: string;
  readonly webhookId: string;
  readonly channelId: string;
  readonly messageId: string;
}

/** Stands for the id of a message in what the bare ingest function is given once and for all. */
export const MESSAGE_ID = 'MESSAGE_ID';

/** The keys of what a job is about, for the bare consumer, which makes none itself. */
export function bareKeys(at: Place) {
  const { organizationId, webhookId, channelId, messageId } = at;
  return {
    message: messageKey(organizationId, messageId),
    delivery: deliveryKey(at),
    channel: directoryKeys.channel(organizationId, channelId),
    webhook: directoryKeys.webhook(organizationId, webhookId),
    health: counterKeys.health(channelId),
  };
}
