import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Outcome } from '../../core/channels/outcome.ts';
import { RemoteInvitation, RemoteSend } from '../../core/delivery/remote-send.ts';
import type { Send } from '../../core/delivery/send.ts';
import type { InvitationEmail } from '../../core/directory/invitation-email.ts';
import type { ChannelReader } from '../../core/directory/channel-store.ts';
import type { Log } from '../../core/telemetry/telemetry.ts';
import { partBatch, tellEnds } from './ask-jobs.ts';

export interface DeliverAwsPorts {
  readonly deliverBatch: (event: SQSEvent) => Promise<SQSBatchResponse>;
  /** Tells how an ask ended. */
  readonly tellAskEnd: (askId: string) => Promise<void>;
  readonly log: Log;
  readonly readChannel: ChannelReader['readChannel'];
  readonly send: Send;
  /** Writes an invitation to somebody. */
  readonly invite: (email: InvitationEmail) => Promise<Outcome>;
}

/** Works through batches of jobs, tells how asks ended, and sends a test or an invitation at once when the management API asks for it. */
export function createHandler({ deliverBatch, tellAskEnd, log, readChannel, send, invite }: DeliverAwsPorts) {
  return async (event: SQSEvent | RemoteSend | RemoteInvitation): Promise<SQSBatchResponse | Outcome> => {
    if ('Records' in event) {
      const { deliveries, asks } = partBatch(event);
      const [answer] = await Promise.all([deliverBatch(deliveries), tellEnds(asks, { tell: tellAskEnd, log })]);
      return answer;
    }
    if ('invitation' in event) return invite(RemoteInvitation.parse(event).invitation);
    const { organizationId, channelId, message } = RemoteSend.parse(event);
    const channel = await readChannel(organizationId, channelId);
    return channel === undefined ? { kind: 'failed', error: 'the channel was deleted' } : send(channel, message);
  };
}
