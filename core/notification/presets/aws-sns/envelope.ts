import type { JsonObject } from '../../../message/json-object.ts';
import { textAt } from '../body-value.ts';

/** The three kinds of requests that SNS makes. */
type SnsType = 'Notification' | 'SubscriptionConfirmation' | 'UnsubscribeConfirmation';

/** An SNS request: what its signature covers, and what checks the signature. */
export interface SnsEnvelope {
  readonly type: SnsType;
  readonly topicArn: string;
  readonly messageId: string;
  /** Untrimmed: the signature covers every character. */
  readonly message: string;
  readonly subject: string | undefined;
  readonly signatureVersion: string;
  readonly signature: string;
  readonly certificateUrl: string;
  readonly subscribeUrl: string | undefined;
}

/** The envelope in `body`; `undefined` when it is none, as with raw message delivery. */
export function readEnvelope(body: JsonObject): SnsEnvelope | undefined {
  const type = typeOf(textAt(body, 'Type'));
  const topicArn = textAt(body, 'TopicArn');
  const messageId = textAt(body, 'MessageId');
  const message = body['Message'];
  if (type === undefined || topicArn === undefined || messageId === undefined || typeof message !== 'string') {
    return undefined;
  }
  return {
    type,
    topicArn,
    messageId,
    message,
    subject: textAt(body, 'Subject'),
    signatureVersion: textAt(body, 'SignatureVersion') ?? '',
    signature: textAt(body, 'Signature') ?? '',
    certificateUrl: textAt(body, 'SigningCertURL', 'SigningCertUrl') ?? '',
    subscribeUrl: textAt(body, 'SubscribeURL', 'SubscribeUrl'),
  };
}

function typeOf(text: string | undefined): SnsType | undefined {
  const types = ['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation'] as const;
  return types.find((type) => type === text);
}

/** The name of a topic: the last part of its ARN. */
export function topicName({ topicArn }: SnsEnvelope): string {
  return topicArn.slice(topicArn.lastIndexOf(':') + 1);
}
