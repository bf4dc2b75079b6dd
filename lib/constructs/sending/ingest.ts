import { Duration } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type * as z from 'zod/mini';
import type { Env } from '../../../lambdas/ingest/env.ts';
import type { Settings } from '../../config/settings.ts';
import { BundledFunction } from '../functions/bundled-function.ts';
import { HarmAlarm } from '../monitoring/monitoring.ts';
import type { JobQueues } from '../queues/job-queues.ts';
import { type Storage, tableEnvironment } from '../storage/storage.ts';

/** What taking notifications in needs. */
export interface IngestProps {
  readonly storage: Storage;
  readonly queues: JobQueues;
  readonly settings: Settings;
  /** The value of `{base_url}` in answers, without a trailing slash. */
  readonly publicBaseUrl: string;
  /** The secrets that identify CloudFront, comma-separated. */
  readonly originSecrets: string;
}

/** Twenty times as long as a send takes on a quiet day; senders like GitHub give up after ten seconds. */
const SLOW_SEND = Duration.seconds(2);

/** Takes notifications in: stores them, puts them on streams, queues their deliveries. */
export class Ingest extends Construct {
  readonly handler: IFunction;

  constructor(scope: Construct, id: string, props: IngestProps) {
    super(scope, id);
    this.handler = new BundledFunction(this, 'Function', {
      name: 'ingest',
      timeout: Duration.seconds(15),
      // Memory is CPU: a 1 MiB body is decoded, parsed and guessed at within the request.
      memorySizeMb: 512,
      environment: environment(props),
      monitoring: {
        kind: 'alarm',
        severity: 'critical',
        harm: 'Senders get 5xx errors; their notifications are refused.',
        runbook: 'Sends are refused',
      },
      failures: 'SendsFailed',
      ...reserved(props.settings),
    });
    new HarmAlarm(this, 'Slow', {
      monitoring: {
        kind: 'alarm',
        severity: 'major',
        harm: 'Senders wait for seconds, and some give up.',
        runbook: 'Sends are slow',
      },
      metric: this.handler.metricDuration({ period: Duration.minutes(5), statistic: Stats.p(99) }),
      threshold: SLOW_SEND.toMilliseconds(),
      periods: 3,
    });
    grants(this.handler, props);
  }
}

/** The concurrency that no delivery can take away from sends. */
const reserved = ({ INGEST_RESERVED_CONCURRENCY: reservedConcurrency }: Settings) =>
  reservedConcurrency === undefined ? {} : { reservedConcurrency };

const environment = ({ storage, queues, settings, publicBaseUrl, originSecrets }: IngestProps) =>
  ({
    ORIGIN_SECRETS: originSecrets,
    ...tableEnvironment(storage),
    BODIES_BUCKET: storage.bodies.bucketName,
    ...queues.environment,
    PUBLIC_BASE_URL: publicBaseUrl,
    BILLING: settings.BILLING,
    WEBHOOK_MAX_BODY_BYTES: String(settings.WEBHOOK_MAX_BODY_BYTES),
    WEBHOOK_MAX_HOPS: String(settings.WEBHOOK_MAX_HOPS),
    STEP_FUNCTIONS: settings.STEP_FUNCTIONS.length === 0 ? 'none' : 'some',
  }) satisfies z.input<typeof Env>;

const grants = (handler: IFunction, { storage, queues }: IngestProps) => {
  storage.directory.grantLookUp(handler);
  storage.messages.grantStore(handler);
  storage.liveEvents.grantPublish(handler);
  storage.counters.grantCount(handler);
  storage.alerts.grantAnnounce(handler);
  storage.asks.grantOpen(handler);
  storage.bodies.grantStore(handler);
  queues.grantSend(handler);
};
