import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type * as z from 'zod/mini';
import type { DeliveryEnv } from '../../../lambdas/delivery-env.ts';
import type { Settings } from '../../config/settings.ts';
import { METRICS_NAMESPACE } from '../monitoring/own-metric.ts';
import type { JobQueues } from '../queues/job-queues.ts';
import type { WorkQueue } from '../queues/work-queue.ts';
import { type Storage, tableEnvironment } from '../storage/storage.ts';
import type { OwnDestinations } from './own-destinations.ts';

/** What every function that works through a queue of deliveries needs. */
export interface DeliveryProps {
  readonly storage: Storage;
  readonly queues: JobQueues;
  readonly settings: Settings;
  /** The value of `{base_url}` in links, without a trailing slash. */
  readonly publicBaseUrl: string;
  /** What no channel must ever reach. */
  readonly own: OwnDestinations;
}

/** The environment variables that all of them share; `own` is the queue that the function works through. */
export const deliveryEnvironment = ({ storage, queues, settings, publicBaseUrl }: DeliveryProps, own: WorkQueue) =>
  ({
    ...tableEnvironment(storage),
    BODIES_BUCKET: storage.bodies.bucketName,
    ...queues.environment,
    DEAD_LETTER_QUEUE_URL: own.deadLetterQueueUrl,
    MAX_RECEIVES: String(own.maxReceives),
    METRICS_NAMESPACE,
    SECRETS_KEY: storage.secretsKey.keyArn,
    PUBLIC_BASE_URL: publicBaseUrl,
    RETRY_SCHEDULE: settings.RETRY_SCHEDULE.join(','),
  }) satisfies z.input<typeof DeliveryEnv>;

/** Read what to deliver, record the outcome, and queue what follows. */
export const grantDelivery = (handler: IFunction, { storage, queues }: DeliveryProps, own: WorkQueue): void => {
  storage.directory.grantDeliver(handler);
  storage.messages.grantDeliver(handler);
  storage.liveEvents.grantControl(handler);
  storage.counters.grantDeliver(handler);
  storage.alerts.grantDeliver(handler);
  storage.asks.grantRead(handler);
  storage.bodies.grantRead(handler);
  queues.grantSend(handler);
  own.grantSetAside(handler);
};
