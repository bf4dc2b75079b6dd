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

/** Records are gathered so long: each invocation rewrites the items that it counts into. */
const GATHERED = Duration.seconds(45);

/** Its end costs an invocation, and its beginning means nothing: a window that is tumbling tells whose records these are. */
const WINDOW = Duration.minutes(15);

/** The stream forgets after 24 hours: that is what is left to mend it. */
const BEHIND = Duration.minutes(15);

/**
 * Counts what happened from the stream of the Messages table, apart from sending and delivering. Of each shard of the
 * stream one batch is under way at a time, and a batch that fails comes again as it was until it is counted.
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
