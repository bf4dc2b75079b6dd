import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type * as z from 'zod/mini';
import type { Env } from '../../../lambdas/answers/env.ts';
import type { Settings } from '../../config/settings.ts';
import { BundledFunction } from '../functions/bundled-function.ts';
import type { JobQueues } from '../queues/job-queues.ts';
import type { Storage } from '../storage/storage.ts';

/** What serving answers needs. */
export interface AnswersProps {
  readonly storage: Storage;
  readonly queues: JobQueues;
  readonly settings: Settings;
  /** The value of `{base_url}`, without a trailing slash. */
  readonly publicBaseUrl: string;
  /** The secrets that identify CloudFront, comma-separated. */
  readonly originSecrets: string;
}

/**
 * Serves the pages on which people answer, and the senders who wait for an answer. Anybody in the world may call it, so
 * it may read an ask, end it, queue what tells of it and presses on alerts, and open what presses of buttons are checked
 * by: nothing else.
 */
export class Answers extends Construct {
  readonly handler: IFunction;

  constructor(scope: Construct, id: string, props: AnswersProps) {
    super(scope, id);
    this.handler = new BundledFunction(this, 'Function', {
      name: 'answers',
      // The HTTP API gives up after 30 s, and a sender waits for 25 s at most.
      timeout: Duration.seconds(29),
      memorySizeMb: 256,
      environment: environment(props),
      monitoring: {
        kind: 'alarm',
        severity: 'major',
        harm: 'People cannot answer from their mail or chat, and senders do not hear what was decided.',
        runbook: 'Answers fail',
      },
    });
    props.storage.asks.grantEnd(this.handler);
    props.queues.grantAnnounce(this.handler);
    props.storage.secretsKey.grantOpenPressChecks(this.handler);
  }
}

const environment = ({ storage, queues, settings, publicBaseUrl, originSecrets }: AnswersProps) =>
  ({
    ORIGIN_SECRETS: originSecrets,
    ASKS_TABLE: storage.asks.tableName,
    AWS_QUEUE_URL: queues.environment.AWS_QUEUE_URL,
    PUBLIC_BASE_URL: publicBaseUrl,
    HELD_WAITS: String(heldWaits(settings)),
  }) satisfies z.input<typeof Env>;

/**
 * How many waits may keep an instance busy: an eighth of what may deliver at the same time, which an operator sets to
 * what the account allows. All others are told to come back, so waiting takes no place from sends.
 */
const heldWaits = ({ DELIVERY_CONCURRENCY }: Settings): number => Math.max(1, Math.floor(DELIVERY_CONCURRENCY / 8));
