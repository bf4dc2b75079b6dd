import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Outcome } from '../../core/channels/outcome.ts';
import { InviteRequest, SendRequest } from '../../core/delivery/send-request.ts';
import type { Send } from '../../core/delivery/send.ts';
import type { InvitationEmail } from '../../core/directory/invitation-email.ts';
import type { ChannelReader } from '../../core/directory/channel-store.ts';

export interface HandlerPorts {
  readonly deliverBatch: (event: SQSEvent) => Promise<SQSBatchResponse>;
  readonly readChannel: ChannelReader['readChannel'];
  readonly send: Send;
  /** Writes an invitation to somebody. */
  readonly invite: (email: InvitationEmail) => Promise<Outcome>;
}

/** Works off batches of jobs, and sends a test or an invitation at once when the management API asks for it. */
export function createHandler({ deliverBatch, readChannel, send, invite }: HandlerPorts) {
  return async (event: SQSEvent | SendRequest | InviteRequest): Promise<SQSBatchResponse | Outcome> => {
    if ('Records' in event) return deliverBatch(event);
    if ('invitation' in event) return invite(InviteRequest.parse(event).invitation);
    const { organizationId, channelId, message } = SendRequest.parse(event);
    const channel = await readChannel(organizationId, channelId);
    return channel === undefined ? { kind: 'failed', error: 'the channel was deleted' } : send(channel, message);
  };
}
