import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { ACCOUNT } from '../assembly/attributes.ts';
import type { Resources } from '../assembly/resources.ts';
import { UnsupportedTemplate } from '../assembly/unsupported.ts';
import type { SentLog } from './sent-log.ts';

export interface Publication {
  readonly topicArn: string;
  readonly subject?: string;
  readonly message: string;
  readonly attributes: Readonly<Record<string, { readonly Type: string; readonly Value: string }>>;
}

/** A function that is subscribed to a topic. */
export interface TopicSubscription {
  readonly topicArn: string;
  readonly functionArn: string;
}

/** The subscriptions that the templates declare. @throws UnsupportedTemplate for a subscriber that is not a function */
export function subscriptionsOf(resources: Resources): TopicSubscription[] {
  const shape = { TopicArn: z.string(), Protocol: z.string(), Endpoint: z.string() };
  return resources.ofType('AWS::SNS::Subscription', shape).map(({ where, properties }) => {
    if (properties.Protocol !== 'lambda') {
      throw new UnsupportedTemplate(where, `subscriptions by ${properties.Protocol} do not work here`);
    }
    return { topicArn: properties.TopicArn, functionArn: properties.Endpoint };
  });
}

type Invoke = (functionArn: string, event: object) => Promise<unknown>;

/**
 * SNS topics. Every topic of the local account exists; those of other accounts do not. A message is written down and
 * handed to the functions that are subscribed.
 */
export class Topics {
  readonly #sent: SentLog;
  #subscriptions: readonly TopicSubscription[] = [];
  #invoke: Invoke = async () => {};

  constructor(sent: SentLog) {
    this.#sent = sent;
  }

  connect(subscriptions: readonly TopicSubscription[], invoke: Invoke): void {
    this.#subscriptions = subscriptions;
    this.#invoke = invoke;
  }

  has(topicArn: string): boolean {
    return topicArn.split(':')[4] === ACCOUNT;
  }

  /** @returns the id of the message. Like SNS, it does not wait for the functions. */
  publish(publication: Publication): string {
    const messageId = randomUUID();
    this.#sent.append('sns', { messageId, ...publication });
    for (const { topicArn, functionArn } of this.#subscriptions) {
      if (topicArn !== publication.topicArn) continue;
      this.#invoke(functionArn, eventOf(messageId, publication)).catch(() => {});
    }
    return messageId;
  }
}

/** @see https://docs.aws.amazon.com/lambda/latest/dg/with-sns.html */
function eventOf(messageId: string, { topicArn, subject, message, attributes }: Publication): object {
  const Sns = {
    Type: 'Notification',
    MessageId: messageId,
    TopicArn: topicArn,
    Subject: subject ?? null,
    Message: message,
    Timestamp: new Date().toISOString(),
    MessageAttributes: attributes,
  };
  return { Records: [{ EventSource: 'aws:sns', EventVersion: '1.0', EventSubscriptionArn: topicArn, Sns }] };
}
