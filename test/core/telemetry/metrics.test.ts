import { describe, expect, it } from 'vitest';
import { embeddedMetrics } from '../../../core/telemetry/embedded-metrics.ts';
import { METRICS } from '../../../core/telemetry/metrics.ts';

describe('our own metrics', () => {
  it('are ten at most, because ten are free', () => {
    expect(Object.keys(METRICS).length).toBeLessThanOrEqual(10);
  });

  it('are written in the embedded metric format, with their unit and without dimensions', () => {
    const fields = embeddedMetrics({ SweepLag: 1200, SendsFailed: 1 }, { namespace: 'Mine', now: 1_764_000_000_000 });

    expect(fields).toEqual({
      _aws: {
        Timestamp: 1_764_000_000_000,
        CloudWatchMetrics: [
          {
            Namespace: 'Mine',
            Dimensions: [[]],
            Metrics: [
              { Name: 'SendsFailed', Unit: 'Count' },
              { Name: 'SweepLag', Unit: 'Milliseconds' },
            ],
          },
        ],
      },
      SweepLag: 1200,
      SendsFailed: 1,
    });
  });

  it('take several values from one line', () => {
    expect(embeddedMetrics({ DeliveryLag: [10, 20] }, { namespace: 'Mine', now: 0 })).toMatchObject({
      DeliveryLag: [10, 20],
    });
  });
});
