import type { DeliveryLog } from '../core/delivery/delivery-ports.ts';
import { timeOf } from '../core/live/position.ts';
import { ulidOf } from '../core/message/ids.ts';
import { MAX_VALUES } from '../core/telemetry/embedded-metrics.ts';
import type { Measure } from '../core/telemetry/telemetry.ts';

/** Older messages were sent again on purpose: their lateness says nothing about the router. */
const OLDEST_MS = 24 * 60 * 60_000;

/**
 * Reads the figures of deliveries off their lines, and hands them on once per batch: a metric costs by the line that
 * carries it.
 */
export function createDeliveryFigures(measure: Measure) {
  let lags: number[] = [];
  let failed = 0;
  return {
    observe(line: DeliveryLog): void {
      if (line.event !== 'delivery.attempted') return;
      if (line.outcome === 'failed') failed += 1;
      const lag = Date.parse(line.at) - timeOf(ulidOf(line.messageId));
      // Later attempts wait because of the receiver, and so do those of a destination with a pace.
      if (line.attempt === 1 && line.slotAt === undefined && lag < OLDEST_MS && lags.length < MAX_VALUES) {
        lags.push(Math.max(0, lag));
      }
    },

    /** Nothing is written when nothing happened. */
    flush(): void {
      const figures = {
        ...(lags.length > 0 && { DeliveryLag: lags }),
        ...(failed > 0 && { DeliveriesFailed: failed }),
      };
      lags = [];
      failed = 0;
      if (Object.keys(figures).length > 0) measure(figures);
    },
  };
}
