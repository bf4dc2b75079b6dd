import * as z from 'zod/mini';
import { isId } from '../message/ids.ts';
import { type Suppression, suppressionIdOf } from './suppression.ts';

const Tags = z.record(z.string(), z.array(z.string()));
const Mail = z.object({ tags: z.optional(Tags) });
const Recipient = z.object({ emailAddress: z.string(), diagnosticCode: z.optional(z.string()) });

/** What SES publishes, as far as it is read here. */
const EmailEvent = z.discriminatedUnion('eventType', [
  z.object({
    eventType: z.literal('Bounce'),
    mail: Mail,
    bounce: z.object({
      bounceType: z.string(),
      timestamp: z.string(),
      bouncedRecipients: z.array(Recipient),
    }),
  }),
  z.object({
    eventType: z.literal('Complaint'),
    mail: Mail,
    complaint: z.object({
      timestamp: z.string(),
      complaintFeedbackType: z.optional(z.string()),
      complainedRecipients: z.array(Recipient),
    }),
  }),
]);
type EmailEvent = z.infer<typeof EmailEvent>;

const MAX_DETAIL_CHARACTERS = 500;

/**
 * The addresses that must get no mail any more after an event of SES: those that bounced for good, and those whose
 * owners complained. A full mailbox may have room tomorrow, and "not spam" is no complaint. Events of mail that the
 * router did not send, and other events, are passed over.
 *
 * @see https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */
export function suppressionsIn(event: unknown): Suppression[] {
  const parsed = EmailEvent.safeParse(event);
  if (!parsed.success) return [];
  const { mail } = parsed.data;
  const organizationId = mail.tags?.['organizationId']?.[0] ?? '';
  const channelId = mail.tags?.['channelId']?.[0];
  if (!isId('organization', organizationId)) return [];
  return recipientsOf(parsed.data).map(({ emailAddress, diagnosticCode, ...facts }) => ({
    id: suppressionIdOf(emailAddress),
    organizationId,
    address: emailAddress.toLowerCase(),
    ...(diagnosticCode === undefined ? {} : { detail: diagnosticCode.slice(0, MAX_DETAIL_CHARACTERS) }),
    ...(channelId === undefined ? {} : { channelId }),
    ...facts,
  }));
}

type Suppressed = z.infer<typeof Recipient> & Pick<Suppression, 'reason' | 'at'>;

function recipientsOf(event: EmailEvent): Suppressed[] {
  if (event.eventType === 'Bounce') {
    const { bounceType, timestamp, bouncedRecipients } = event.bounce;
    if (bounceType !== 'Permanent') return [];
    return bouncedRecipients.map((recipient) => ({ ...recipient, reason: 'bounce', at: timestamp }));
  }
  const { complaintFeedbackType, timestamp, complainedRecipients } = event.complaint;
  if (complaintFeedbackType === 'not-spam') return [];
  return complainedRecipients.map((recipient) => ({ ...recipient, reason: 'complaint', at: timestamp }));
}
