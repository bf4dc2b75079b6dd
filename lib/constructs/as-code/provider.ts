import { Duration } from 'aws-cdk-lib';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type * as z from 'zod/mini';
import type { Env } from '../../../lambdas/provider/env.ts';
import type { Settings } from '../../config/settings.ts';
import type { OwnDestinations } from '../delivery/own-destinations.ts';
import { BundledFunction } from '../functions/bundled-function.ts';
import type { JobQueues } from '../queues/job-queues.ts';
import type { Storage } from '../storage/storage.ts';

/** What carrying out the wishes of stacks needs. */
export interface ProviderProps {
  readonly storage: Storage;
  readonly queues: JobQueues;
  readonly settings: Settings;
  /** What no channel must ever reach. */
  readonly own: OwnDestinations;
  /** The value of `{base_url}`, without a trailing slash. */
  readonly publicBaseUrl: string;
}

/** Makes what webhooks and channels in code declare: the one function behind their custom resources. */
export class Provider extends Construct {
  /** What custom resources name their function by. */
  readonly serviceToken: string;
  /** Who reads the secrets of channels. */
  readonly role: IRole;

  constructor(scope: Construct, id: string, props: ProviderProps) {
    super(scope, id);
    const handler = new BundledFunction(this, 'Function', {
      name: 'provider',
      // A minute may pass until IAM knows the policy for a secret.
      timeout: Duration.minutes(3),
      memorySizeMb: 512,
      environment: environment(props),
      monitoring: { kind: 'none', reason: 'Whoever deploys sees the failure: CloudFormation stops and says why.' },
    });
    grants(handler, props);
    this.serviceToken = handler.functionArn;
    if (handler.role === undefined) throw new Error('The provider function has no role');
    this.role = handler.role;
  }
}

const environment = ({ storage, queues, settings, own, publicBaseUrl }: ProviderProps) =>
  ({
    DIRECTORY_TABLE: storage.directory.tableName,
    LIVE_EVENTS_TABLE: storage.liveEvents.tableName,
    COUNTERS_TABLE: storage.counters.tableName,
    ASKS_TABLE: storage.asks.tableName,
    AWS_QUEUE_URL: queues.environment.AWS_QUEUE_URL,
    OWN_DESTINATIONS: own.names,
    AWS_TARGETS: settings.AWS_TARGETS.join(','),
    SECRETS_KEY: storage.secretsKey.keyArn,
    PUBLIC_BASE_URL: publicBaseUrl,
    BILLING: settings.BILLING,
    LIVE_STREAM: settings.LIVE_STREAM,
    OUTBOUND_ALLOWED_CIDRS: settings.OUTBOUND_ALLOWED_CIDRS.join(','),
  }) satisfies z.input<typeof Env>;

const grants = (handler: BundledFunction, { storage, queues }: ProviderProps): void => {
  storage.directory.grantDeclare(handler);
  storage.secretsKey.grantSeal(handler);
  storage.liveEvents.grantControl(handler);
  storage.counters.grantForget(handler);
  storage.asks.grantGuard(handler);
  // A webhook that goes has its alerts ended.
  queues.grantAnnounce(handler);
};
