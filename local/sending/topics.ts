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

const shape = { TopicArn: z.string(), Endpoint: z.string() };

/** The functions that the templates subscribe. @throws UnsupportedTemplate for any subscriber but these and addresses */
export function subscriptionsOf(resources: Resources): TopicSubscription[] {
  for (const { where, properties } of resources.ofType('AWS::SNS::Subscription', { Protocol: z.string() })) {
    if (properties.Protocol === 'lambda' || properties.Protocol === 'https') continue;
    throw new UnsupportedTemplate(where, `subscriptions by ${properties.Protocol} do not work here`);
  }
  return resources
    .ofType('AWS::SNS::Subscription', shape, ({ properties: { Protocol } }) => Protocol === 'lambda')
    .map(({ properties: { TopicArn, Endpoint } }) => ({ topicArn: TopicArn, functionArn: Endpoint }));
}

/** An address that is subscribed to a topic. */
export interface AddressSubscription {
  readonly topicArn: string;
  readonly url: string;
}

/** The addresses that the templates subscribe. */
export function addressSubscriptionsOf(resources: Resources): AddressSubscription[] {
  return resources
    .ofType('AWS::SNS::Subscription', shape, ({ properties: { Protocol } }) => Protocol === 'https')
    .map(({ properties: { TopicArn, Endpoint } }) => ({ topicArn: TopicArn, url: Endpoint }));
}

type Invoke = (functionArn: string, event: object) => Promise<unknown>;
type Post = (url: string, headers: Readonly<Record<string, string>>, body: object) => Promise<unknown>;

/**
 * SNS topics. Every topic of the local account exists; those of other accounts do not. A message is written down and
 * handed to the functions and the addresses that are subscribed. Nobody signs it: a webhook says so.
 */
export class Topics {
  readonly #sent: SentLog;
  #subscriptions: readonly TopicSubscription[] = [];
  #invoke: Invoke = async () => {};
  #addresses: readonly AddressSubscription[] = [];
  #post: Post = async () => {};

  constructor(sent: SentLog) {
    this.#sent = sent;
  }

  connect(subscriptions: readonly TopicSubscription[], invoke: Invoke): void {
    this.#subscriptions = subscriptions;
    this.#invoke = invoke;
  }

  connectAddresses(addresses: readonly AddressSubscription[], post: Post): void {
    this.#addresses = addresses;
    this.#post = post;
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
    for (const { topicArn, url } of this.#addresses) {
      if (topicArn !== publication.topicArn) continue;
      this.#post(url, addressHeaders(messageId, topicArn), addressBody(messageId, publication)).catch(() => {});
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

/** @see https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html */
function addressBody(messageId: string, { topicArn, subject, message }: Publication): object {
  const Subject = subject === undefined ? {} : { Subject: subject };
  return {
    Type: 'Notification',
    MessageId: messageId,
    TopicArn: topicArn,
    ...Subject,
    Message: message,
    Timestamp: new Date().toISOString(),
  };
}

const addressHeaders = (messageId: string, topicArn: string) => ({
  'content-type': 'text/plain; charset=UTF-8',
  'x-amz-sns-message-type': 'Notification',
  'x-amz-sns-message-id': messageId,
  'x-amz-sns-topic-arn': topicArn,
});
