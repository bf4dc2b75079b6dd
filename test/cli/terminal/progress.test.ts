import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withProgress } from '../../../cli/terminal/progress.ts';

/** A stream that keeps what is written to it. */
function stream(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, write: (text: string | Uint8Array) => written.push(String(text)) > 0, written };
}

const lasting = async (ms: number) => new Promise<string>((settle) => setTimeout(() => settle('done'), ms));

describe('a line of progress', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('comes after a second at a terminal, and goes with the result', async () => {
    const terminal = stream(true);
    const work = withProgress(terminal, 'waiting for example.com', async () => lasting(1500));
    await vi.advanceTimersByTimeAsync(1499);
    const before = [...terminal.written];
    await vi.advanceTimersByTimeAsync(1);

    expect(await work).toBe('done');
    expect(before).toEqual(['notify: waiting for example.com …']);
    expect(terminal.written).toEqual([...before, '\r\u001b[K']);
  });

  it.each([
    ['in a pipe', false, 5000],
    ['for what is quick', true, 900],
  ])('does not come %s', async (_, isTTY, ms) => {
    const out = stream(isTTY);
    const work = withProgress(out, 'waiting', async () => lasting(ms));
    await vi.advanceTimersByTimeAsync(ms);

    expect(await work).toBe('done');
    expect(out.written).toEqual([]);
  });

  it('goes with a failure, too', async () => {
    const terminal = stream(true);
    const work = withProgress(terminal, 'waiting', async () => {
      await lasting(1200);
      throw new Error('no');
    });
    const settled = Promise.allSettled([work]);
    await vi.advanceTimersByTimeAsync(1200);

    expect(await settled).toMatchObject([{ status: 'rejected' }]);
    expect(terminal.written.at(-1)).toBe('\r\u001b[K');
  });
});
