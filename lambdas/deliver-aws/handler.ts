import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Outcome } from '../../core/delivery/outcome.ts';
import { SendRequest } from '../../core/delivery/send-request.ts';
import type { Send } from '../../core/delivery/send.ts';
import type { ChannelReader } from '../../core/directory/channel-store.ts';

export interface HandlerPorts {
  readonly deliverBatch: (event: SQSEvent) => Promise<SQSBatchResponse>;
  readonly readChannel: ChannelReader['readChannel'];
  readonly send: Send;
}

/** Works off batches of jobs, and sends a test at once when the management API asks for it. */
export function createHandler({ deliverBatch, readChannel, send }: HandlerPorts) {
  return async (event: SQSEvent | SendRequest): Promise<SQSBatchResponse | Outcome> => {
    if ('Records' in event) return deliverBatch(event);
    const { organizationId, channelId, message } = SendRequest.parse(event);
    const channel = await readChannel(organizationId, channelId);
    return channel === undefined ? { kind: 'failed', error: 'the channel was deleted' } : send(channel, message);
  };
}
