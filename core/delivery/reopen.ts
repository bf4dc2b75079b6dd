import type { DeliveryJob } from './job.ts';

/** Reopens deliveries that an operator wants to repeat. */
export interface DeliveryReopener {
  /**
   * Queues the delivery for the attempt of `job`, with a fresh retry schedule. It is due at `dueAt` (epoch
   * milliseconds), should its job not be enqueued before.
   *
   * @returns false when an attempt is running, or its row changed since it was read
   */
  reopen(job: DeliveryJob, at: { readonly now: number; readonly dueAt: number }): Promise<boolean>;
}
