import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Outcome } from '../../core/channels/outcome.ts';
import { RemoteInvitation, RemoteSend } from '../../core/delivery/remote-send.ts';
import type { Send } from '../../core/delivery/send.ts';
import type { InvitationEmail } from '../../core/directory/invitation-email.ts';
import type { ChannelReader } from '../../core/directory/channel-store.ts';

export interface DeliverAwsPorts {
  readonly deliverBatch: (event: SQSEvent) => Promise<SQSBatchResponse>;
  readonly readChannel: ChannelReader['readChannel'];
  readonly send: Send;
  /** Writes an invitation to somebody. */
  readonly invite: (email: InvitationEmail) => Promise<Outcome>;
}

/** Works through batches of jobs, and sends a test or an invitation at once when the management API asks for it. */
export function createHandler({ deliverBatch, readChannel, send, invite }: DeliverAwsPorts) {
  return async (event: SQSEvent | RemoteSend | RemoteInvitation): Promise<SQSBatchResponse | Outcome> => {
    if ('Records' in event) return deliverBatch(event);
    if ('invitation' in event) return invite(RemoteInvitation.parse(event).invitation);
    const { organizationId, channelId, message } = RemoteSend.parse(event);
    const channel = await readChannel(organizationId, channelId);
    return channel === undefined ? { kind: 'failed', error: 'the channel was deleted' } : send(channel, message);
  };
}
