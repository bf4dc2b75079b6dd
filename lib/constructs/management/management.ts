import { Duration } from 'aws-cdk-lib';
import { Grant } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type * as z from 'zod/mini';
import type { Env } from '../../../lambdas/management/env.ts';
import type { Settings } from '../../config/settings.ts';
import { DELIVERY_TIMEOUT } from '../delivery/limits.ts';
import type { OwnDestinations } from '../delivery/own-destinations.ts';
import { BundledFunction } from '../functions/bundled-function.ts';
import type { JobQueues } from '../queues/job-queues.ts';
import type { People } from '../sign-in/people.ts';
import type { SignIn } from '../sign-in/sign-in.ts';
import { type Storage, tableEnvironment } from '../storage/storage.ts';

/** What the management API needs. */
export interface ManagementProps {
  readonly storage: Storage;
  readonly queues: JobQueues;
  /** Tests channels that AWS services carry: the management API itself calls addresses that customers choose. */
  readonly deliverAws: IFunction;
  /** Takes tests of webhooks, on the path that every sender uses. */
  readonly ingest: IFunction;
  /** What no channel must ever reach. */
  readonly own: OwnDestinations;
  readonly settings: Settings;
  /** Where people sign in. */
  readonly signIn: SignIn;
  /** The user pool where invited people get an account. @default the issuer says who may sign in */
  readonly accounts?: People | undefined;
  /** The value of `{base_url}` in answers, without a trailing slash. */
  readonly publicBaseUrl: string;
  /** The secrets that identify CloudFront, comma-separated. */
  readonly originSecrets: string;
}

/** The management API, and the answer to every path that nothing else serves. */
export class Management extends Construct {
  readonly handler: IFunction;

  constructor(scope: Construct, id: string, props: ManagementProps) {
    super(scope, id);
    this.handler = new BundledFunction(this, 'Function', {
      name: 'management',
      // The HTTP API gives up after 30 s: the function should be the one that answers.
      timeout: Duration.seconds(29),
      memorySizeMb: 512,
      environment: environment(props),
      monitoring: {
        kind: 'alarm',
        severity: 'minor',
        harm: 'Operators cannot see or change anything; sending goes on.',
        runbook: 'The management API fails',
      },
      failures: 'ManagementFailed',
    });
    grants(this.handler, props);
  }
}

const environment = ({ storage, queues, deliverAws, settings, publicBaseUrl, ...props }: ManagementProps) =>
  ({
    ORIGIN_SECRETS: props.originSecrets,
    ...tableEnvironment(storage),
    FIGURES_TABLE: storage.figures.tableName,
    BODIES_BUCKET: storage.bodies.bucketName,
    ...queues.environment,
    DELIVER_AWS_FUNCTION: deliverAws.functionName,
    INGEST_FUNCTION: props.ingest.functionName,
    OWN_DESTINATIONS: props.own.names,
    AWS_TARGETS: settings.AWS_TARGETS.join(','),
    SECRETS_KEY: storage.secretsKey.keyArn,
    PUBLIC_BASE_URL: publicBaseUrl,
    EMAIL_FROM: settings.EMAIL_FROM ?? '',
    BILLING: settings.BILLING,
    LIVE_STREAM: settings.LIVE_STREAM,
    OIDC_ISSUER: props.signIn.issuer,
    OIDC_CLIENT_ID: props.signIn.clientId,
    ACCOUNTS_POOL: props.accounts?.pool.userPoolId ?? '',
    OUTBOUND_ALLOWED_CIDRS: settings.OUTBOUND_ALLOWED_CIDRS.join(','),
    DELIVERY_TIMEOUT_MS: String(DELIVERY_TIMEOUT.toMilliseconds()),
  }) satisfies z.input<typeof Env>;

const grants = (handler: IFunction, { storage, queues, deliverAws, ingest, accounts }: ManagementProps) => {
  storage.directory.grantManage(handler);
  storage.messages.grantManage(handler);
  storage.liveEvents.grantControl(handler);
  storage.counters.grantManage(handler);
  storage.alerts.grantManage(handler);
  storage.asks.grantManage(handler);
  storage.messages.grantStore(handler);
  storage.liveEvents.grantPublish(handler);
  storage.figures.grantManage(handler);
  storage.bodies.grantRead(handler);
  queues.grantSend(handler);
  storage.secretsKey.grantSeal(handler);
  accounts?.grantAdd(handler);
  // Not the function's own grant: that also allows every version and alias, and there are none.
  const resourceArns = [deliverAws.functionArn, ingest.functionArn];
  Grant.addToPrincipal({ grantee: handler, actions: ['lambda:InvokeFunction'], resourceArns });
};
