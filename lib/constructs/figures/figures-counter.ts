import { Duration } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type * as z from 'zod/mini';
import type { Env } from '../../../lambdas/figures/env.ts';
import { acknowledge } from '../acknowledge.ts';
import { BundledFunction } from '../functions/bundled-function.ts';
import { HarmAlarm } from '../monitoring/monitoring.ts';
import type { Storage } from '../storage/storage.ts';
import { countedChanges } from './counted-changes.ts';

/** How long Lambda gathers records: each invocation rewrites the items that it counts into. */
const GATHERED = Duration.seconds(45);

/** The window's end costs an invocation, its beginning means nothing: only tumbling windows name the shard of records. */
const WINDOW = Duration.minutes(15);

/** The stream keeps records for 24 hours: that is the time left to fix the counter. */
const BEHIND = Duration.minutes(15);

/**
 * Counts what happened from the stream of the Messages table, apart from sending and delivering. Each shard of the
 * stream has one batch under way at a time, and a batch that fails comes again unchanged until it is counted.
 */
export class FiguresCounter extends Construct {
  constructor(scope: Construct, id: string, { storage }: { readonly storage: Storage }) {
    super(scope, id);
    const environment = { FIGURES_TABLE: storage.figures.tableName } satisfies z.input<typeof Env>;
    const handler = new BundledFunction(this, 'Function', {
      name: 'figures',
      timeout: Duration.seconds(60),
      // A batch of 6 MB fits, and less memory would take longer for it.
      memorySizeMb: 256,
      environment,
      monitoring: { kind: 'none', reason: 'A batch that fails comes again; the alarm below hears when none gets on.' },
    });
    acknowledge(handler, {
      'Serverless-LambdaEventSourceMappingDestination':
        'A batch that was set aside would never be counted: it is tried until it is, and the alarm below hears of it.',
    });
    handler.addEventSourceMapping('Changes', {
      eventSourceArn: storage.messages.grantFollow(handler),
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 10_000,
      maxBatchingWindow: GATHERED,
      tumblingWindow: WINDOW,
      filters: countedChanges,
    });
    storage.figures.grantCount(handler);
    new HarmAlarm(this, 'Behind', {
      monitoring: {
        kind: 'alarm',
        severity: 'minor',
        harm: 'Operators see old figures, and after 24 hours what is not counted is missing from them for good.',
        runbook: 'Figures are behind',
      },
      metric: handler.metric('IteratorAge', { statistic: Stats.MAXIMUM, period: Duration.minutes(5) }),
      threshold: BEHIND.toMilliseconds(),
    });
  }
}
