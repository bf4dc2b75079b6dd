import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Resources } from '../assembly/resources.ts';
import type { Topics } from './topics.ts';

/** Which topic hears of which events of a configuration set. */
export interface EventDestination {
  readonly configurationSet: string;
  readonly eventTypes: readonly string[];
  readonly topicArn: string;
}

/** The event destinations that the templates declare. */
export function eventDestinationsOf(resources: Resources): EventDestination[] {
  const shape = {
    ConfigurationSetName: z.string(),
    EventDestination: z.object({
      Enabled: z.boolean().default(true),
      MatchingEventTypes: z.array(z.string()),
      SnsDestination: z.object({ TopicARN: z.string() }),
    }),
  };
  return resources
    .ofType('AWS::SES::ConfigurationSetEventDestination', shape)
    .filter(({ properties }) => properties.EventDestination.Enabled)
    .map(({ properties: { ConfigurationSetName, EventDestination } }) => ({
      configurationSet: ConfigurationSetName,
      eventTypes: EventDestination.MatchingEventTypes,
      topicArn: EventDestination.SnsDestination.TopicARN,
    }));
}

/** What events say about a mail that was sent. */
export interface SentMail {
  readonly messageId: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly configurationSet: string | undefined;
  readonly tags: Readonly<Record<string, readonly string[]>>;
}

/**
 * Makes the events that SES makes for its simulator's addresses: mail to `bounce@simulator.amazonses.com` bounces, and
 * `complaint@simulator.amazonses.com` complains.
 *
 * @see https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html#send-email-simulator-how-to-use
 */
export class EmailEventPublisher {
  readonly #topics: Topics;
  #destinations: readonly EventDestination[] = [];

  constructor(topics: Topics) {
    this.#topics = topics;
  }

  connect(destinations: readonly EventDestination[]): void {
    this.#destinations = destinations;
  }

  tell(sent: SentMail): void {
    for (const address of sent.to) {
      const event = eventOf(address);
      if (event === undefined) continue;
      const type = event.eventType.toUpperCase();
      for (const { configurationSet, eventTypes, topicArn } of this.#destinations) {
        const wanted = eventTypes.some((name) => name.toUpperCase() === type);
        if (configurationSet !== sent.configurationSet || !wanted) continue;
        const message = JSON.stringify({ ...event, mail: mailOf(sent) });
        this.#topics.publish({ topicArn, message, subject: 'Amazon SES Email Event Notification', attributes: {} });
      }
    }
  }
}

function eventOf(address: string) {
  const timestamp = new Date().toISOString();
  const feedbackId = randomUUID();
  if (/^bounce(\+[^@]*)?@simulator\.amazonses\.com$/i.test(address)) {
    const bouncedRecipients = [
      { emailAddress: address, action: 'failed', status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 user unknown' },
    ];
    const bounce = { feedbackId, bounceType: 'Permanent', bounceSubType: 'General', bouncedRecipients, timestamp };
    return { eventType: 'Bounce', bounce } as const;
  }
  if (/^complaint(\+[^@]*)?@simulator\.amazonses\.com$/i.test(address)) {
    const complainedRecipients = [{ emailAddress: address }];
    const complaint = { feedbackId, complaintFeedbackType: 'abuse', complainedRecipients, timestamp };
    return { eventType: 'Complaint', complaint } as const;
  }
  return undefined;
}

function mailOf({ messageId, from, to, tags }: SentMail): object {
  return { timestamp: new Date().toISOString(), messageId, source: from, destination: to, tags };
}
