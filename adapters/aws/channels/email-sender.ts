import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import type { EmailRequest } from '../../../core/channels/aws-exchange.ts';
import type { Sender } from './aws-sender.ts';
import { createChannelClient } from './clients.ts';
import { acceptedBy } from './sdk-answer.ts';

/**
 * Sends mail by SES.
 *
 * @param configurationSet reports bounces and complaints to the router
 */
export function createEmailSender(configurationSet: string): Sender<EmailRequest> {
  const ses = createChannelClient(SESv2Client);
  return async (input) =>
    acceptedBy(await ses.send(new SendEmailCommand({ ...input, ConfigurationSetName: configurationSet })));
}
