import { afterEach, describe, expect, it } from 'vitest';
import type { MetricName } from '../../core/telemetry/metrics.ts';
import { createMetrics } from '../../live-stream/metrics.ts';
import { until } from './fakes/scaled-clock.ts';
import { TestService } from './fakes/service.ts';

let service: TestService | undefined;

afterEach(async () => service?.stop());

describe('metrics', () => {
  it('count open streams, events, bytes, drops and how late events are', async () => {
    service = await new TestService({ metricsMs: 100, maxWaitingBytes: 1000 }).start();
    const streamId = service.addChannel();
    const client = await service.open(streamId);
    const slow = await service.open(streamId);
    slow.socket.pause();
    service.send('one');
    service.send('two', { payload: { text: JSON.stringify('x'.repeat(10_000_000)) } });
    await client.received(2);
    service.send('three');
    await client.received(3);
    const { measured } = service;
    const sum = (name: MetricName): number => measured.reduce((total, figures) => total + Number(figures[name]), 0);
    await until(() => sum('StreamEvents') === 3 && measured.at(-1)?.OpenStreams === 1);

    expect([sum('StreamEvents'), sum('StreamDrops')]).toEqual([3, 1]);
    expect(sum('StreamBytes')).toBeGreaterThan(20_000_000);
    expect(measured.flatMap(({ StreamLag }) => StreamLag ?? [])).toHaveLength(3);
  });

  it('keep a fair choice of a hundred delays when there are more', () => {
    const metrics = createMetrics(Math.random);
    for (let n = 0; n < 10_000; n += 1) metrics.sent(n);

    const { StreamEvents, StreamLag } = metrics.take(0);

    const lags: number[] = Object(StreamLag);
    expect([StreamEvents, lags.length]).toEqual([10_000, 100]);
    expect(lags.filter((lag) => lag > 5000).length).toBeGreaterThan(20);
  });

  it('leave out how late events are when there were none, and start again from zero', () => {
    const metrics = createMetrics(Math.random);
    metrics.sent(-5);
    metrics.take(0);

    const second = metrics.take(2);

    expect(second).toMatchObject({ OpenStreams: 2, StreamEvents: 0, StreamBytes: 0, StreamDrops: 0 });
    expect('StreamLag' in second).toBe(false);
  });
});
