import type {
  AwsRequest,
  AwsResult,
  EmailRequest,
  EventBridgeRequest,
  SmsRequest,
  SnsRequest,
  SqsRequest,
} from '../../../core/channels/aws-exchange.ts';
import { awsFailureOf } from './sdk-failure.ts';

/** Makes the calls of one service. Exceptions of the SDK pass through. */
export type Sender<Request extends AwsRequest> = (input: Request['input']) => Promise<AwsResult>;

/** What the services need to know about the router. */
export interface AwsSenderOptions {
  /** For SES: through it, SES reports bounces and complaints to the router. */
  readonly configurationSet: string;
  /** Whether a queue or a topic is the router's own, which channels must not reach. */
  readonly isOwn: (name: string) => boolean;
}

/** Makes the calls that kinds render. A service's client is loaded with the first call that needs it. */
export function createAwsSender(options: AwsSenderOptions) {
  const sns = lazily<SnsRequest>(async () => (await import('./sns-sender.ts')).createSnsSender());
  const sqs = lazily<SqsRequest>(async () => (await import('./sqs-sender.ts')).createSqsSender());
  const email = lazily<EmailRequest>(async () =>
    (await import('./email-sender.ts')).createEmailSender(options.configurationSet),
  );
  const sms = lazily<SmsRequest>(async () => (await import('./sms-sender.ts')).createSmsSender());
  const eventbridge = lazily<EventBridgeRequest>(async () =>
    (await import('./eventbridge-sender.ts')).createEventBridgeSender(),
  );

  function call(request: AwsRequest): Promise<AwsResult> {
    switch (request.service) {
      case 'sns':
        return sns(request.input);
      case 'sqs':
        return sqs(request.input);
      case 'eventbridge':
        return eventbridge(request.input);
      case 'email':
        return email(request.input);
      case 'sms':
        return sms(request.input);
      default:
        throw new Error(`no client is known for ${String(request satisfies never)}`);
    }
  }

  return {
    /** @returns how the call ended; failures of AWS or the network are not thrown. */
    async send(request: AwsRequest): Promise<AwsResult> {
      if (options.isOwn(destinationOf(request))) return OWN;
      try {
        return await call(request);
      } catch (error) {
        return awsFailureOf(error);
      }
    },
  };
}

const OWN = {
  kind: 'aws-failure',
  name: 'OwnDestination',
  message: 'this belongs to the router itself',
  retryable: false,
} as const;

/** The queue, topic or bus that a request goes to; empty for people. */
function destinationOf(request: AwsRequest): string {
  switch (request.service) {
    case 'sns':
      return request.input.TopicArn;
    case 'sqs':
      return request.input.QueueUrl;
    case 'eventbridge':
      return request.input.Entries[0].EventBusName;
    case 'email':
    case 'sms':
      return '';
  }
}

function lazily<Request extends AwsRequest>(load: () => Promise<Sender<Request>>): Sender<Request> {
  let loading: Promise<Sender<Request>> | undefined;
  return async (input) => (await (loading ??= load()))(input);
}
