import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import type { WorkQueue } from './work-queue.ts';

/**
 * The queues that deliveries travel through, by the way they leave. `aws` is apart from `outbound`, because the function
 * that calls arbitrary addresses must have no permissions on email, SMS and other AWS services. `slow` keeps jobs for
 * slow destinations out of `outbound`: a batch ends with its slowest request, and no other channel should wait for it.
 */
export class JobQueues {
  readonly outbound: WorkQueue;
  readonly aws: WorkQueue;
  readonly slow: WorkQueue;

  constructor(queues: { readonly outbound: WorkQueue; readonly aws: WorkQueue; readonly slow: WorkQueue }) {
    this.outbound = queues.outbound;
    this.aws = queues.aws;
    this.slow = queues.slow;
  }

  /** For the environment of a function that queues jobs. */
  get environment() {
    return { OUTBOUND_QUEUE_URL: this.outbound.queueUrl, AWS_QUEUE_URL: this.aws.queueUrl };
  }

  /** Announce what is to be done: that an ask has ended is to be told, or that the alerts of a webhook are to end. */
  grantAnnounce(grantee: IGrantable): void {
    this.aws.grantSend(grantee);
  }

  /** Queue jobs of any kind of channel. */
  grantSend(grantee: IGrantable): void {
    this.outbound.grantSend(grantee);
    this.aws.grantSend(grantee);
  }
}
