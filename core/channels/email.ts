import * as z from 'zod';
import type { EmailRequest } from './aws-exchange.ts';
import { defineAwsKind, type RenderContext } from './channel-kind.ts';
import { templates } from './config-fields.ts';
import { emailHtml, emailText } from './email-body.ts';
import { encodeMailbox, Mailbox } from './mailbox.ts';
import { applyMessageTemplates } from './message-templates.ts';
import { bareTitle, loudnessOf, type Notice, noticeOf, oneLine } from './notice.ts';
import { byPriority } from './priority-map.ts';
import { codePoints, fit } from './text-limit.ts';

const MAX_RECIPIENTS = 50;
/** Longer ones are cut by most programs anyway. */
const MAX_SUBJECT_CHARACTERS = 200;
const NO_SENDER = 'no sender is known; give the channel a from, or the router the setting EMAIL_FROM';

const Address = z.email('An email address.').max(254);

const EmailConfig = z.strictObject({
  to: z
    .array(Address)
    .min(1)
    .max(MAX_RECIPIENTS)
    .refine((to) => new Set(to.map((address) => address.toLowerCase())).size === to.length, 'Each address once.')
    .meta({
      title: 'To',
      description: `Who gets the mail, at most ${MAX_RECIPIENTS} addresses. They see each other.`,
      examples: [['ops@example.com']],
    }),
  from: Mailbox.optional().meta({
    title: 'From',
    description: 'The sender, which SES must know as verified. The EMAIL_FROM setting when left out.',
    examples: ['Alerts <alerts@example.com>'],
  }),
  templates,
});
type EmailConfig = z.infer<typeof EmailConfig>;

/** What only emails need: the `own` of their context. */
const MailContext = z.object({
  /** The sender of channels that have none of their own. */
  from: z.string().optional(),
  /** Addresses of the channel, in lower case, that must get no mail: theirs bounced, or they complained. */
  suppressed: z.array(z.string()).default([]),
  /** Absent in a preview. */
  channel: z.object({ organizationId: z.string(), id: z.string() }).optional(),
});
export type MailContext = z.input<typeof MailContext>;

function mailContextOf({ own = {} }: RenderContext): z.infer<typeof MailContext> {
  return MailContext.parse(own);
}

/** The addresses that a stored config writes to, in lower case, as suppressions are kept. */
export function mailTo(config: unknown): string[] {
  return EmailConfig.parse(config).to.map((address) => address.toLowerCase());
}

function allowedRecipients({ to }: EmailConfig, context: RenderContext): string[] {
  const { suppressed } = mailContextOf(context);
  return to.filter((address) => !suppressed.includes(address.toLowerCase()));
}

/** Here 1 is the most urgent, the opposite of our order. */
const X_PRIORITY = ['5', '4', '3', '2', '1'] as const;
const IMPORTANCE = ['low', 'low', 'normal', 'high', 'high'] as const;

interface Headers {
  readonly notice: Notice;
  readonly sender: string;
  readonly webhookId: string;
  readonly context: RenderContext;
}

/**
 * Mails of one alert, and those of one webhook without alerts, refer to the same root, so that programs show them as
 * one conversation (SES gives each mail a Message-ID of its own). Everything here is ASCII of our own making: nothing a
 * sender wrote becomes a header.
 */
function headersOf({ notice, sender, webhookId, context }: Headers): { Name: string; Value: string }[] {
  const { alert, deliveryId } = context;
  const root = `<${alert?.id ?? webhookId}@notification-router>`;
  const priority = loudnessOf(notice);
  const address = /<([^<>]+)>$/.exec(sender)?.[1] ?? sender;
  const headers = {
    'Auto-Submitted': 'auto-generated',
    'In-Reply-To': root,
    References: root,
    'List-ID': `<${webhookId}.notification-router>`,
    'List-Unsubscribe': `<mailto:${encodeURI(address)}?subject=unsubscribe%20${webhookId}>`,
    'X-Notification-Delivery': deliveryId,
    ...(priority === undefined
      ? {}
      : {
          'X-Priority': byPriority(priority, X_PRIORITY, '3'),
          Importance: byPriority(priority, IMPORTANCE, 'normal'),
        }),
  };
  return Object.entries(headers).map(([Name, Value]) => ({ Name, Value }));
}

/** Names and values that SES hands back with its events: letters, digits, `_` and `-` only, as ids are. */
function tagsOf(context: RenderContext) {
  const { channel } = mailContextOf(context);
  return [
    { Name: 'deliveryId', Value: context.deliveryId },
    ...(channel === undefined
      ? []
      : [
          { Name: 'organizationId', Value: channel.organizationId },
          { Name: 'channelId', Value: channel.id },
        ]),
  ];
}

function senderOf({ from }: EmailConfig, context: RenderContext): string | undefined {
  return from ?? mailContextOf(context).from;
}

/** Of an alert always the same, because programs part a thread whose subject says something else. */
function subjectOf(notice: Notice): string {
  const [firstLine = ''] = notice.message.split('\n');
  const answers = notice.state === undefined ? '' : 'Re: ';
  return fit(answers + (bareTitle(notice) ?? oneLine(firstLine)), MAX_SUBJECT_CHARACTERS, codePoints);
}

const text = (Data: string) => ({ Data, Charset: 'UTF-8' }) as const;

/** Email by Amazon SES. One mail to all recipients: SES takes all or none, so a retry repeats it for nobody. */
export const email = defineAwsKind({
  kind: 'email',
  title: 'Email',
  description: 'Sends each notification as an email, with Amazon SES.',
  config: EmailConfig,
  stored: EmailConfig,
  limits: { titleCharacters: MAX_SUBJECT_CHARACTERS },
  mailTo,
  errors: { held: ['AccountSuspendedException', 'SendingPausedException', 'LimitExceededException'] },
  obstacle(config, context) {
    if (senderOf(config, context) === undefined) return { reason: NO_SENDER };
    if (allowedRecipients(config, context).length > 0) return undefined;
    const reason = 'every address of the channel is suppressed, because its mail bounced or it complained';
    return { reason, isLasting: true };
  },
  render(message, config, context): EmailRequest[] {
    const notice = noticeOf(applyMessageTemplates(message, config.templates, context.messageUrl), context);
    const sender = senderOf(config, context);
    if (sender === undefined) throw new Error(`a mail without a sender: ${NO_SENDER}`);
    const input: EmailRequest['input'] = {
      FromEmailAddress: encodeMailbox(sender),
      Destination: { ToAddresses: allowedRecipients(config, context) },
      Content: {
        Simple: {
          Subject: text(subjectOf(notice)),
          Body: { Text: text(emailText(notice)), Html: text(emailHtml(notice)) },
          Headers: headersOf({ notice, sender, webhookId: message.webhook.id, context }),
        },
      },
      EmailTags: tagsOf(context),
    };
    return [{ kind: 'aws', service: 'email', input }];
  },
});
