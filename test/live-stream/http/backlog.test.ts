import { afterEach, describe, expect, it } from 'vitest';
import { createBacklog } from '../../../live-stream/http/backlog.ts';
import { until } from '../fakes/scaled-clock.ts';
import { TestService } from '../fakes/service.ts';

const MEBIBYTE = 1024 * 1024;

/** Readers that take nothing, and those of them that were dropped. */
function stalledReaders() {
  const dropped: string[] = [];
  const reader = (name: string, channelId: string) => ({
    name,
    channelId,
    ownBytes: 0,
    sharedBytes: 0,
    drop(): void {
      dropped.push(name);
      this.ownBytes = this.sharedBytes = 0;
    },
  });
  return { reader, dropped };
}

describe('what waits for all readers together', () => {
  it('never exceeds its bound by more than a frame: those whom most waits for are dropped', () => {
    const { reader } = stalledReaders();
    const backlog = createBacklog(1000);
    const readers = Array.from({ length: 50 }, (_, at) => reader(`r${at}`, `ch_${at}`));
    const totals: number[] = [];

    for (let write = 0; write < 2000; write += 1) {
      const one = readers[(write * 7) % readers.length]!;
      one.ownBytes += 20;
      backlog.add(one, 20);
      totals.push(readers.reduce((sum, { ownBytes }) => sum + ownBytes, 0));
    }

    expect(Math.max(...totals)).toBeLessThanOrEqual(1000);
    expect(Math.max(...totals)).toBeGreaterThan(800);
  });

  it('drops the longest backlog first, and no more than it must', () => {
    const { reader, dropped } = stalledReaders();
    const backlog = createBacklog(1000);
    const [long, short] = [reader('long', 'ch_1'), reader('short', 'ch_2')];

    for (const [one, bytes] of [
      [short, 400],
      [long, 600],
    ] as const) {
      one.ownBytes = bytes;
      backlog.add(one, bytes);
    }

    expect(dropped).toEqual(['long']);
  });

  it('counts once what the readers of a channel share, as memory does', () => {
    const { reader, dropped } = stalledReaders();
    const backlog = createBacklog(1000);
    const frame = new Uint8Array(500);

    for (let at = 0; at < 100; at += 1) {
      const one = reader(`r${at}`, 'ch_1');
      one.sharedBytes = frame.length;
      backlog.add(one, frame.length, frame);
    }

    expect(dropped).toEqual([]);
  });

  it('forgets who keeps up again, and who is gone', () => {
    const { reader, dropped } = stalledReaders();
    const backlog = createBacklog(1000);
    const [gone, quick, other] = [reader('gone', 'ch_1'), reader('quick', 'ch_2'), reader('other', 'ch_3')];

    for (const one of [gone, quick]) {
      one.ownBytes = 400;
      backlog.add(one, 400);
    }
    backlog.remove(gone);
    quick.ownBytes = 0;
    other.ownBytes = 900;
    backlog.add(other, 900);

    expect(dropped).toEqual([]);
  });
});

describe('many readers who stand still at once, over real sockets', () => {
  let service: TestService;
  afterEach(() => service.stop());

  it('hold no more together than the bound, although each alone may hold more, and slow nobody down', async () => {
    const bound = 4 * MEBIBYTE;
    const stalled = 8;
    service = await new TestService({ maxWaitingBytes: 64 * MEBIBYTE, maxBacklogBytes: bound }).start();
    for (let n = 1; n <= stalled; n += 1) (await service.open(service.addChannel(n))).socket.pause();
    const quick = await service.open(service.addChannel(99));
    const text = JSON.stringify('x'.repeat(MEBIBYTE / 2));

    // More than the kernel takes for each of them.
    for (let round = 1; round <= 40; round += 1) {
      for (let n = 1; n <= stalled; n += 1) service.send('big', { channelId: `ch_${n}`, payload: { text } });
      service.send(`${round}`, { channelId: 'ch_99' });
      await until(() => quick.messages.length === round);
    }

    const dropped = service.logged
      .filter((line) => line.includes('stream.dropped'))
      .map((line) => JSON.parse(line).waitingBytes);
    expect(dropped).toHaveLength(stalled);
    expect(Math.max(...dropped)).toBeLessThanOrEqual(bound + text.length);
    expect(quick.messages).toHaveLength(40);
  });

  it('are bounded also while they catch up and live events wait for them', async () => {
    const bound = 4 * MEBIBYTE;
    service = await new TestService({ maxBacklogBytes: bound }).start();
    const text = JSON.stringify('x'.repeat(MEBIBYTE / 2));
    const position = '00000000000000000000000000';
    for (let n = 1; n <= 4; n += 1) {
      for (let stored = 0; stored < 40; stored += 1) {
        service.store('old', { channelId: `ch_${n}`, payload: { text } });
      }
      (await service.open(service.addChannel(n), { 'last-event-id': position })).socket.pause();
    }

    for (let round = 0; round < 10; round += 1) {
      for (let n = 1; n <= 4; n += 1) service.send('live', { channelId: `ch_${n}`, payload: { text } });
    }

    const dropped = service.logged.filter((line) => line.includes('stream.dropped'));
    expect(dropped.length).toBeGreaterThanOrEqual(3);
  });
});
