import * as z from 'zod';
import type { SmsRequest } from './aws-exchange.ts';
import { defineAwsKind, type RenderContext } from './channel-kind.ts';
import type { OutgoingMessage } from './outgoing-message.ts';
import { templates } from './config-fields.ts';
import { applyMessageTemplates } from './message-templates.ts';
import { noticeOf, textWithState } from './notice.ts';
import { simplifySms, smsSize } from './sms-segments.ts';
import { fit, utf16Units } from './text-limit.ts';

const MAX_CHARACTERS = 1600;
const MAX_RECIPIENTS = 20;
/** A day: an SMS that arrives later is of no use. */
const TIME_TO_LIVE_SECONDS = 24 * 60 * 60;

const SmsConfig = z.strictObject({
  to: z
    .array(z.string().regex(/^\+[1-9]\d{6,14}$/, 'A telephone number with + and country code, such as +4915123456789.'))
    .min(1)
    .max(MAX_RECIPIENTS)
    .refine((numbers) => new Set(numbers).size === numbers.length, 'Each number once.')
    .meta({
      title: 'To',
      description: `Telephone numbers with country code, at most ${MAX_RECIPIENTS}. Each gets a message of its own.`,
      examples: [['+4915123456789']],
    }),
  originationIdentity: z
    .string()
    .regex(/^[A-Za-z0-9_:/+-]{1,256}$/, 'A telephone number, sender ID or pool, by its id or ARN.')
    .optional()
    .meta({
      title: 'Origination identity',
      description: 'The number, sender ID or pool that messages come from. AWS chooses one when left out.',
      examples: ['pool-0123456789abcdef0'],
    }),
  templates,
});
type SmsConfig = z.infer<typeof SmsConfig>;

/** Title, message and link on lines of their own, in the cheaper alphabet where that loses nothing. */
function textOf(message: OutgoingMessage, config: SmsConfig, context: RenderContext): string {
  const notice = noticeOf(applyMessageTemplates(message, config.templates, context.messageUrl), context);
  const said = simplifySms([notice.title, textWithState(notice)].filter((text) => text !== undefined).join('\n'));
  const link = notice.link === undefined ? '' : `\n${notice.link}`;
  const whole = fit(said, MAX_CHARACTERS - link.length, utf16Units);
  return (whole === said ? whole : simplifySms(fit(said, MAX_CHARACTERS - link.length - 2, utf16Units))) + link;
}

/** SMS by AWS End User Messaging. */
export const sms = defineAwsKind({
  kind: 'sms',
  title: 'SMS',
  description: 'Sends each notification as a text message, with AWS End User Messaging.',
  config: SmsConfig,
  stored: SmsConfig,
  limits: { messageCharacters: MAX_CHARACTERS },
  errors: { held: ['MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT'] },
  render(message, config, context): SmsRequest[] {
    const text = textOf(message, config, context);
    const { originationIdentity } = config;
    return config.to.map((number) => ({
      kind: 'aws',
      service: 'sms',
      recipient: number,
      input: {
        DestinationPhoneNumber: number,
        MessageBody: text,
        MessageType: 'TRANSACTIONAL',
        ...(originationIdentity === undefined ? {} : { OriginationIdentity: originationIdentity }),
        TimeToLive: TIME_TO_LIVE_SECONDS,
        Context: { deliveryId: context.deliveryId, segments: String(smsSize(text).segments) },
      },
    }));
  },
});
