import { Aws } from 'aws-cdk-lib';
import { Grant } from 'aws-cdk-lib/aws-iam';
import { RecursiveLoop, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type * as z from 'zod/mini';
import type { Env } from '../../../lambdas/deliver-aws/env.ts';
import { acknowledge, acknowledgeWildcard } from '../acknowledge.ts';
import type { EmailEvents } from '../email/email-events.ts';
import { BundledFunction } from '../functions/bundled-function.ts';
import type { JobQueues } from '../queues/job-queues.ts';
import { shareConcurrency } from './concurrency.ts';
import { deliveryEnvironment, grantDelivery, type DeliveryProps } from './delivery-access.ts';
import { DELIVER_AWS_TIMEOUT } from './limits.ts';
import type { OwnDestinations } from './own-destinations.ts';

/** What delivering through AWS services needs. */
export interface DeliverAwsProps extends DeliveryProps {
  /** Where SES reports bounces and complaints. */
  readonly emailEvents: EmailEvents;
}

/**
 * Delivers to channels that AWS services carry: email, SMS, SNS, EventBridge, SQS; and tells how asks ended. It calls no
 * address that a customer chose: the SDK builds every address from a service and a region.
 */
export class DeliverAws extends Construct {
  readonly handler: IFunction;
  private readonly queues: JobQueues;

  constructor(scope: Construct, id: string, props: DeliverAwsProps) {
    super(scope, id);
    const { aws } = props.queues;
    const handler = new BundledFunction(this, 'Function', {
      name: 'deliver-aws',
      timeout: DELIVER_AWS_TIMEOUT,
      memorySizeMb: 512,
      environment: environment(props),
      monitoring: {
        kind: 'alarm',
        severity: 'major',
        harm: 'Deliveries by email, SMS and AWS services crash and are repeated late, or set aside.',
        runbook: 'Deliveries crash',
      },
      // As for deliver-http: retries are new messages.
      recursiveLoop: RecursiveLoop.ALLOW,
    });
    acknowledge(handler, {
      'Serverless-LambdaEventSourceMappingDestination':
        'The queue sets aside what crashes: it has a dead-letter queue.',
    });
    grantDelivery(handler, props, aws);
    grantChannels(handler, props);
    grantTimers(handler, props);
    grantTasks(handler, props);
    // SES and SMS allow few sends a second; more instances would only be throttled.
    aws.feed(handler, { maxConcurrency: shareConcurrency(props.settings.DELIVERY_CONCURRENCY).aws });
    this.handler = handler;
    this.queues = props.queues;
  }

  /** Keeps channels away from the router's own queues and topics. Call it once all of them exist. */
  deny(own: OwnDestinations): void {
    const { outbound, aws } = this.queues;
    own.deny(this.handler, [outbound.queue, aws.queue, aws.deadLetterQueue]);
  }
}

const environment = (props: DeliverAwsProps) =>
  ({
    ...deliveryEnvironment(props, props.queues.aws),
    OWN_DESTINATIONS: props.own.names,
    EMAIL_FROM: props.settings.EMAIL_FROM ?? '',
    SES_CONFIGURATION_SET: props.emailEvents.configurationSetName,
  }) satisfies z.input<typeof Env>;

const own = (service: string, resource: string) =>
  `arn:${Aws.PARTITION}:${service}:${Aws.REGION}:${Aws.ACCOUNT_ID}:${resource}`;

/** What has fallen due of alerts and asks is announced here: change it, and tell of it. */
const grantTimers = (handler: IFunction, { storage }: DeliverAwsProps): void => {
  storage.alerts.grantTime(handler);
  storage.asks.grantEnd(handler);
  storage.directory.grantLookUp(handler);
  storage.messages.grantStore(handler);
  storage.liveEvents.grantPublish(handler);
};

/** End the tasks that wait for answers, of the state machines that the settings name and of no others. */
const grantTasks = (grantee: IFunction, { settings: { STEP_FUNCTIONS: resourceArns } }: DeliverAwsProps): void => {
  if (resourceArns.length === 0) return;
  const actions = ['states:SendTaskSuccess', 'states:SendTaskFailure'];
  Grant.addToPrincipal({ grantee, actions, resourceArns });
};

/** The action that each kind of channel needs. */
const ON_TARGETS = { sns: 'sns:Publish', events: 'events:PutEvents', sqs: 'sqs:SendMessage' } as const;

/**
 * Grants one action for each kind of channel. Only topics, buses and queues that the settings name are allowed: in this
 * account, the function's permission alone would open every one. Identities and numbers are those of this account.
 */
const grantChannels = (grantee: IFunction, { emailEvents, settings }: DeliverAwsProps): void => {
  const allow = (action: string, ...resourceArns: string[]) => {
    for (const arn of resourceArns) acknowledgeWildcard(grantee, arn, 'Which one it is, channels say, at run time.');
    if (resourceArns.length > 0) Grant.addToPrincipal({ grantee, actions: [action], resourceArns });
  };
  for (const [service, action] of Object.entries(ON_TARGETS)) {
    allow(action, ...settings.AWS_TARGETS.filter((arn) => arn.split(':')[2] === service));
  }
  allow('ses:SendEmail', own('ses', 'identity/*'), emailEvents.configurationSetArn);
  allow('sms-voice:SendTextMessage', own('sms-voice', '*'));
};
