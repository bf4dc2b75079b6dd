import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type * as z from 'zod/mini';
import type { Env } from '../../lambdas/ask-task/env.ts';
import { BundledFunction } from '../constructs/functions/bundled-function.ts';
import { secretRight } from './secrets.ts';

/** Asks at the webhook that it belongs to, for tasks of state machines. The function reads the key when it asks. */
export class AskSender extends BundledFunction {
  /** Where the key lies. */
  readonly reference: string;

  constructor(scope: Construct, id: string, publicBaseUrl: string, reference: string) {
    super(scope, id, {
      name: 'ask-task',
      timeout: Duration.seconds(30),
      memorySizeMb: 256,
      environment: { PUBLIC_BASE_URL: publicBaseUrl, KEY: reference } satisfies z.input<typeof Env>,
      monitoring: { kind: 'none', reason: 'The state of the execution fails, and says why.' },
    });
    this.reference = reference;
    this.addToRolePolicy(secretRight(this, reference));
  }
}
