import { PinpointSMSVoiceV2Client, SendTextMessageCommand } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import type { SmsRequest } from '../../../core/channels/aws-exchange.ts';
import type { Sender } from './aws-sender.ts';
import { createChannelClient } from './clients.ts';
import { acceptedBy } from './sdk-answer.ts';

/** Sends text messages by AWS End User Messaging. */
export function createSmsSender(): Sender<SmsRequest> {
  const sms = createChannelClient(PinpointSMSVoiceV2Client);
  return async (input) => acceptedBy(await sms.send(new SendTextMessageCommand(input)));
}
