import * as z from 'zod';
import type { EmailEventPublisher } from '../../sending/email-events.ts';
import type { Inbox } from '../../sending/inbox.ts';
import type { AwsAnswer, AwsCall, AwsService } from '../service.ts';

const SendEmail = z.object({
  FromEmailAddress: z.string().default(''),
  Destination: z.object({ ToAddresses: z.array(z.string()).default([]) }).default({ ToAddresses: [] }),
  ConfigurationSetName: z.string().optional(),
  EmailTags: z.array(z.object({ Name: z.string(), Value: z.string() })).default([]),
});
const Accepted = z.object({ MessageId: z.string() });

/** SES, answered by the inbox; events follow as SES makes them. */
export function sesService(inbox: Inbox, events: EmailEventPublisher): AwsService {
  return async (call) => {
    const answered = await forward(inbox, call);
    if (answered.operation === 'SendEmail' && answered.status === 200) tell(events, call, answered);
    return answered;
  };
}

async function forward({ url }: Inbox, { method, url: path, headers, body, signal }: AwsCall): Promise<AwsAnswer> {
  const { authorization = '', 'content-type': type = 'application/json' } = headers;
  const response = await fetch(url + path, {
    method,
    headers: { authorization, 'content-type': type },
    body: method === 'GET' ? null : new Uint8Array(body),
    signal,
  });
  const error = response.ok ? {} : { 'x-amzn-errortype': 'BadRequestException' };
  return {
    status: response.status,
    headers: { 'content-type': 'application/json', ...error },
    body: await response.text(),
    operation: path.startsWith('/v2/email/outbound-emails') ? 'SendEmail' : 'unknown',
  };
}

function tell(events: EmailEventPublisher, { body }: AwsCall, answered: AwsAnswer): void {
  const sent = SendEmail.parse(JSON.parse(body.toString('utf8')));
  const { MessageId } = Accepted.parse(JSON.parse(String(answered.body)));
  events.tell({
    messageId: MessageId,
    from: sent.FromEmailAddress,
    to: sent.Destination.ToAddresses,
    configurationSet: sent.ConfigurationSetName,
    tags: Object.fromEntries(sent.EmailTags.map(({ Name, Value }) => [Name, [Value]])),
  });
}
