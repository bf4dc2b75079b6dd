import type { Settled } from '../../channels/outcome.ts';
import type { DeliverPorts, RowPorts } from '../delivery-ports.ts';
import type { DeliveryJob } from '../job.ts';

/** A crash may repeat this much of an attempt. A shorter attempt costs no extra write. */
const KEEP_AFTER_MS = 1_000;

/** The attempt whose recipients are kept, and its claim. */
interface KeptFor {
  readonly job: DeliveryJob;
  readonly leaseUntil: number;
}

type Ports = Pick<RowPorts, 'deliveries'> & Pick<DeliverPorts, 'after' | 'log'>;

/**
 * Does the work of an attempt, and writes down meanwhile which of its recipients are settled: if it dies, the next
 * attempt does not send to them again. Writes a second after a recipient was settled, and at once when the work fails;
 * a channel with one recipient never calls `keep`. A write that fails harms no delivery.
 */
export async function keepSettled<T>(
  { deliveries, after, log }: Ports,
  { job, leaseUntil }: KeptFor,
  work: (keep: (settled: Settled) => void) => Promise<T>,
): Promise<T> {
  let latest: Settled | undefined;
  let kept: Settled | undefined;
  let callOff: (() => Promise<void>) | undefined;
  let isOver = false;

  async function write(): Promise<void> {
    if (latest === undefined || latest === kept) return;
    const settled = latest;
    try {
      await deliveries.keep(job, leaseUntil, settled);
      kept = settled;
    } catch (error) {
      log({ event: 'recipients.unrecorded', channelId: job.channelId, error: String(error) });
    }
  }

  function writeSoon(): void {
    callOff ??= after(KEEP_AFTER_MS, async () => {
      const written = latest;
      await write();
      callOff = undefined;
      if (latest !== written && !isOver) writeSoon();
    });
  }

  try {
    return await work((settled) => {
      latest = settled;
      writeSoon();
    });
  } catch (error) {
    await write();
    throw error;
  } finally {
    isOver = true;
    await callOff?.();
  }
}
