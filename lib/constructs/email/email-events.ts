import { Aws, Duration } from 'aws-cdk-lib';
import { ConfigurationSet, EmailSendingEvent, EventDestination } from 'aws-cdk-lib/aws-ses';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { LambdaSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type * as z from 'zod/mini';
import type { Env } from '../../../lambdas/email-events/env.ts';
import { EmailReputation } from './email-reputation.ts';
import { acknowledge } from '../acknowledge.ts';
import { BundledFunction } from '../functions/bundled-function.ts';
import type { Storage } from '../storage/storage.ts';

/**
 * Takes bounces and complaints from SES and suppresses the addresses: mailing them again could make SES stop the
 * whole account.
 */
export class EmailEvents extends Construct {
  private readonly configurationSet: ConfigurationSet;

  constructor(scope: Construct, id: string, { storage }: { readonly storage: Storage }) {
    super(scope, id);
    const topic = new Topic(this, 'Topic', { enforceSSL: true });
    this.configurationSet = new ConfigurationSet(this, 'ConfigurationSet', {});
    this.configurationSet.addEventDestination('Events', {
      destination: EventDestination.snsTopic(topic),
      events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
    });
    const environment = { DIRECTORY_TABLE: storage.directory.tableName } satisfies z.input<typeof Env>;
    const handler = new BundledFunction(this, 'Function', {
      name: 'email-events',
      timeout: Duration.seconds(10),
      memorySizeMb: 256,
      environment,
      monitoring: {
        kind: 'alarm',
        severity: 'major',
        harm: 'Addresses that bounce or complain are written to again, for which SES may stop the account.',
        runbook: 'Bounces are not written down',
      },
    });
    storage.directory.grantSuppress(handler);
    new EmailReputation(this, 'Reputation');
    topic.addSubscription(new LambdaSubscription(handler));
    acknowledge(handler, {
      'Serverless-SNSRedrivePolicy': 'SNS repeats for days, and what is lost even so comes again with the next mail.',
    });
  }

  /** For the environment of a function that sends mail. */
  get configurationSetName(): string {
    return this.configurationSet.configurationSetName;
  }

  get configurationSetArn(): string {
    const name = this.configurationSet.configurationSetName;
    return `arn:${Aws.PARTITION}:ses:${Aws.REGION}:${Aws.ACCOUNT_ID}:configuration-set/${name}`;
  }
}
