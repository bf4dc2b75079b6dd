import { Duration, Names } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import type { Function } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import { HarmAlarm, type Monitoring } from '../monitoring/monitoring.ts';

/** Lambda wants a message invisible for six times the function's timeout: it may hold it while it is throttled. */
const VISIBILITY_FACTOR = 6;

/** Receives that end in a crash before a job is set aside. Retries are new messages and do not count. */
const MAX_RECEIVES = 5;

/** What works the queue off, and what it means when nothing does. */
export interface WorkQueueProps {
  /** Timeout of the function that consumes the queue. */
  readonly consumerTimeout: Duration;
  /** On jobs that wait too long, and on jobs in the dead-letter queue. */
  readonly monitoring: Monitoring;
  /** A queue of the same jobs, whose dead-letter queue this one shares. @default one of its own */
  readonly deadLettersOf?: WorkQueue;
}

/**
 * A queue of jobs with its dead-letter queue. The latter keeps jobs twice as long: a job's age goes on counting from
 * its first send.
 */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetterQueue: Queue;

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    this.deadLetterQueue = props.deadLettersOf?.deadLetterQueue ?? this.ownDeadLetterQueue(props.monitoring);
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(7),
      visibilityTimeout: Duration.seconds(props.consumerTimeout.toSeconds() * VISIBILITY_FACTOR),
      receiveMessageWaitTime: Duration.seconds(20),
      deadLetterQueue: { queue: this.deadLetterQueue, maxReceiveCount: MAX_RECEIVES },
    });
    new HarmAlarm(this, 'Waiting', {
      monitoring: props.monitoring,
      metric: this.queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(5), statistic: Stats.MAXIMUM }),
      // A retry waits up to 15 minutes in the queue, and that counts as age.
      threshold: Duration.minutes(30).toSeconds(),
    });
  }

  /** For the environment of a function that queues jobs. */
  get queueUrl(): string {
    return this.queue.queueUrl;
  }

  /** After so many receives SQS sets a job aside: for the environment of the function that works the queue off. */
  get maxReceives(): number {
    return MAX_RECEIVES;
  }

  /** For the environment of a function that sets jobs aside. */
  get deadLetterQueueUrl(): string {
    return this.deadLetterQueue.queueUrl;
  }

  /** Queue a job, alone or in a batch. */
  grantSend(grantee: IGrantable): Grant {
    return sendOnly(this.queue, grantee);
  }

  /** Set a job aside whose attempts are used up. */
  grantSetAside(grantee: IGrantable): Grant {
    return sendOnly(this.deadLetterQueue, grantee);
  }

  /** Feed a function with the jobs, ten at a time. It reports those that failed one by one. */
  feed(handler: Function, { maxConcurrency }: { readonly maxConcurrency: number }): void {
    handler.addEventSourceMapping(`SqsEventSource:${Names.nodeUniqueId(this.queue.node)}`, {
      eventSourceArn: this.queue.queueArn,
      batchSize: 10,
      reportBatchItemFailures: true,
      maxConcurrency,
    });
    // What Lambda needs. CDK's own event source also lets the function change visibility and look up the address.
    this.queue.grant(handler, 'sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes');
  }

  private ownDeadLetterQueue(monitoring: Monitoring): Queue {
    const queue = new Queue(this, 'DeadLetterQueue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    acknowledge(queue, {
      'Serverless-SQSRedrivePolicy': 'It is where jobs are set aside: nothing is set aside from there.',
    });
    new HarmAlarm(this, 'SetAside', {
      monitoring,
      metric: queue.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM }),
      threshold: 1,
      runbook: 'Redrive the dead letters',
    });
    return queue;
  }
}

const sendOnly = (queue: Queue, grantee: IGrantable) => queue.grant(grantee, 'sqs:SendMessage');
