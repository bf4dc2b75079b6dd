import { RecursiveLoop, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import type * as z from 'zod/mini';
import type { Env } from '../../../lambdas/deliver-http/env.ts';
import type { Settings } from '../../config/settings.ts';
import { BundledFunction } from '../functions/bundled-function.ts';
import type { WorkQueue } from '../queues/work-queue.ts';
import type { Storage } from '../storage/storage.ts';
import { DELIVERY_TIMEOUT, DELIVER_HTTP_TIMEOUT } from './limits.ts';

/** What delivering over HTTP needs. */
export interface DeliverHttpProps {
  readonly storage: Storage;
  readonly outbound: WorkQueue;
  readonly settings: Settings;
}

/**
 * Delivers to channels over HTTP. Runs outside any VPC, so that nothing private is reachable, and holds no right on
 * email, SMS or other AWS channels: it calls addresses that customers choose.
 */
export class DeliverHttp extends Construct {
  constructor(scope: Construct, id: string, props: DeliverHttpProps) {
    super(scope, id);
    const handler = new BundledFunction(this, 'Function', {
      name: 'deliver-http',
      timeout: DELIVER_HTTP_TIMEOUT,
      memorySizeMb: 512,
      environment: environment(props),
      monitoring: { kind: 'alarm', severity: 'major', harm: 'Deliveries crash and are repeated late, or set aside.' },
      // A retry is a new message with a delay. Lambda would take a schedule of 16 for an endless loop and stop it.
      recursiveLoop: RecursiveLoop.ALLOW,
    });
    grants(handler, props);
    handler.addEventSource(
      new SqsEventSource(props.outbound.queue, {
        batchSize: 10,
        reportBatchItemFailures: true,
        // Not reserved concurrency: pollers would over-pull, and throttled receives send good jobs to the dead letters.
        maxConcurrency: 50,
      }),
    );
  }
}

const environment = ({ storage, outbound, settings }: DeliverHttpProps) =>
  ({
    DIRECTORY_TABLE: storage.directory.tableName,
    MESSAGES_TABLE: storage.messages.tableName,
    LIVE_EVENTS_TABLE: storage.liveEvents.tableName,
    COUNTERS_TABLE: storage.counters.tableName,
    BODIES_BUCKET: storage.bodies.bucketName,
    OUTBOUND_QUEUE_URL: outbound.queueUrl,
    OUTBOUND_DEAD_LETTER_QUEUE_URL: outbound.deadLetterQueueUrl,
    OUTBOUND_MAX_RECEIVES: String(outbound.maxReceives),
    OUTBOUND_ALLOWED_CIDRS: settings.OUTBOUND_ALLOWED_CIDRS.join(','),
    RETRY_SCHEDULE: settings.RETRY_SCHEDULE.join(','),
    DELIVERY_TIMEOUT_MS: String(DELIVERY_TIMEOUT.toMilliseconds()),
  }) satisfies z.input<typeof Env>;

const grants = (handler: IFunction, { storage, outbound }: DeliverHttpProps) => {
  storage.directory.grantDeliver(handler);
  storage.messages.grantDeliver(handler);
  storage.liveEvents.grantControl(handler);
  storage.counters.grantDeliver(handler);
  storage.bodies.grantRead(handler);
  outbound.grantSend(handler);
  outbound.grantSetAside(handler);
};
