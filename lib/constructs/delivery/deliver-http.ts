import { RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type * as z from 'zod/mini';
import type { Env } from '../../../lambdas/deliver-http/env.ts';
import { acknowledge } from '../acknowledge.ts';
import { BundledFunction } from '../functions/bundled-function.ts';
import { lettingGoAfterMs, shareConcurrency } from './concurrency.ts';
import { deliveryEnvironment, grantDelivery, type DeliveryProps } from './delivery-access.ts';
import { DELIVERY_TIMEOUT, DELIVER_HTTP_TIMEOUT } from './limits.ts';

/**
 * Delivers to channels over HTTP. It calls addresses that customers choose, so it runs outside any VPC, where nothing
 * private is reachable, and has no permission on email, SMS or other AWS channels.
 */
export class DeliverHttp extends Construct {
  constructor(scope: Construct, id: string, props: DeliveryProps) {
    super(scope, id);
    const { outbound, slow } = props.queues;
    const handler = new BundledFunction(this, 'Function', {
      name: 'deliver-http',
      timeout: DELIVER_HTTP_TIMEOUT,
      // Ten bodies of 1 MiB fit at a time; more memory would only cost more while receivers take their time.
      memorySizeMb: 256,
      environment: environment(props),
      monitoring: {
        kind: 'alarm',
        severity: 'major',
        harm: 'Deliveries crash and are repeated late, or set aside.',
        runbook: 'Deliveries crash',
      },
      // A retry is a new message with a delay. Lambda would take a schedule of 16 for an endless loop and stop it.
      recursiveLoop: RecursiveLoop.ALLOW,
    });
    acknowledge(handler, {
      'Serverless-LambdaEventSourceMappingDestination':
        'The queue sets aside what crashes: it has a dead-letter queue.',
    });
    grantDelivery(handler, props, outbound);
    // No channel that AWS services carry has a secret.
    props.storage.secretsKey.grantOpen(handler);
    slow.grantSend(handler);
    // Not reserved concurrency: pollers would over-pull, and throttled receives send good jobs to the dead letters.
    const share = shareConcurrency(props.settings.DELIVERY_CONCURRENCY);
    outbound.feed(handler, { maxConcurrency: share.outbound });
    slow.feed(handler, { maxConcurrency: share.slow });
  }
}

const environment = (props: DeliveryProps) =>
  ({
    ...deliveryEnvironment(props, props.queues.outbound),
    SLOW_QUEUE_URL: props.queues.slow.queueUrl,
    OUTBOUND_ALLOWED_CIDRS: props.settings.OUTBOUND_ALLOWED_CIDRS.join(','),
    DELIVERY_TIMEOUT_MS: String(DELIVERY_TIMEOUT.toMilliseconds()),
    LET_GO_AFTER_MS: String(lettingGoAfterMs(props.settings.DELIVERY_CONCURRENCY) ?? ''),
  }) satisfies z.input<typeof Env>;
