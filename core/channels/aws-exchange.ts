/** A message attribute of SNS or SQS. */
export interface MessageAttribute {
  DataType: 'String' | 'Number' | 'String.Array';
  StringValue: string;
}

export type MessageAttributes = Record<string, MessageAttribute>;

interface AwsCall<Service extends string, Input> {
  readonly kind: 'aws';
  readonly service: Service;
  /** In the terms of the AWS API, so that the adapter passes it on untouched. */
  readonly input: Input;
  /** As for `ChannelRequest`. */
  readonly recipient?: string;
}

/** @see https://docs.aws.amazon.com/sns/latest/api/API_Publish.html */
export type SnsRequest = AwsCall<
  'sns',
  {
    TopicArn: string;
    Message: string;
    MessageStructure: 'json';
    Subject?: string;
    MessageAttributes: MessageAttributes;
    /** First-in-first-out topics only, like the next. */
    MessageGroupId?: string;
    MessageDeduplicationId?: string;
  }
>;

/** @see https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html */
export type EventBridgeRequest = AwsCall<
  'eventbridge',
  { Entries: [{ EventBusName: string; Source: string; DetailType: string; Detail: string; Time: Date }] }
>;

/** @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
export type SqsRequest = AwsCall<
  'sqs',
  {
    QueueUrl: string;
    MessageBody: string;
    MessageAttributes: MessageAttributes;
    /** First-in-first-out queues only, like the next. */
    MessageGroupId?: string;
    MessageDeduplicationId?: string;
  }
>;

interface Text {
  Data: string;
  Charset: 'UTF-8';
}

/** @see https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html */
export type EmailRequest = AwsCall<
  'email',
  {
    FromEmailAddress: string;
    Destination: { ToAddresses: string[] };
    Content: {
      Simple: {
        Subject: Text;
        Body: { Text: Text; Html: Text };
        Headers: { Name: string; Value: string }[];
      };
    };
    EmailTags: { Name: string; Value: string }[];
  }
>;

/** @see https://docs.aws.amazon.com/pinpoint/latest/apireference_smsvoicev2/API_SendTextMessage.html */
export type SmsRequest = AwsCall<
  'sms',
  {
    DestinationPhoneNumber: string;
    MessageBody: string;
    MessageType: 'TRANSACTIONAL';
    OriginationIdentity?: string;
    /** Seconds after which a carrier gives up. */
    TimeToLive: number;
    Context: Record<string, string>;
  }
>;

/** A call of an AWS service as data. */
export type AwsRequest = SnsRequest | EventBridgeRequest | SqsRequest | EmailRequest | SmsRequest;

/** The service took the request. */
export interface AwsAccepted {
  readonly kind: 'accepted';
  readonly status: number;
}

/** The service did not take the request, or was out of reach. */
export interface AwsFailure {
  readonly kind: 'aws-failure';
  /** Name of the error in the API, such as `NotFoundException`. */
  readonly name: string;
  /** In the words of AWS. */
  readonly message: string;
  /** Tells errors of the same name apart, if the API has such a field. */
  readonly reason?: string;
  /** The HTTP status, when an answer came. */
  readonly status?: number;
  /** Throttling, a fault of the service, or no answer. */
  readonly retryable: boolean;
}

export type AwsResult = AwsAccepted | AwsFailure;
