import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import type { DeliveryLog } from '../../core/delivery/delivery-ports.ts';
import type { MetricValues } from '../../core/telemetry/embedded-metrics.ts';
import { createDeliveryFigures } from '../../lambdas/delivery-figures.ts';

const SENT = Date.parse('2026-11-20T10:00:00.000Z');

function attempted(afterMs: number, parts: Partial<Extract<DeliveryLog, { event: 'delivery.attempted' }>> = {}) {
  return {
    event: 'delivery.attempted' as const,
    organizationId: 'org_1',
    webhookId: 'wh_1',
    messageId: `msg_${ulid(SENT)}`,
    channelId: 'ch_1',
    attempt: 1,
    retriesUsed: 0,
    at: new Date(SENT + afterMs).toISOString(),
    outcome: 'delivered' as const,
    durationMs: 5,
    ...parts,
  };
}

function figuresOf(...lines: DeliveryLog[]): MetricValues[] {
  const measured: MetricValues[] = [];
  const figures = createDeliveryFigures((it) => measured.push(it));
  for (const line of lines) figures.observe(line);
  figures.flush();
  figures.flush();
  return measured;
}

describe('the figures of a batch of deliveries', () => {
  it('say once how long each first attempt waited for, and how many deliveries failed', () => {
    const measured = figuresOf(attempted(120), attempted(340, { outcome: 'failed' }));

    expect(measured).toEqual([{ DeliveryLag: [120, 340], DeliveriesFailed: 1 }]);
  });

  it('leave out waits that are not ours: retries, paced destinations, what was sent again days later', () => {
    const measured = figuresOf(
      attempted(5000, { attempt: 2 }),
      attempted(6000, { slotAt: SENT + 6000 }),
      attempted(2 * 24 * 60 * 60_000),
    );

    expect(measured).toEqual([]);
  });

  it('are not written when nothing was attempted', () => {
    const until = '2026-11-20T10:05:00.000Z';

    expect(figuresOf({ event: 'breaker.opened', channelId: 'ch_1', until })).toEqual([]);
  });
});
