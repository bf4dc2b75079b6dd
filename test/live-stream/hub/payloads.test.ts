import { describe, expect, it } from 'vitest';
import { createPayloads, type Payloads } from '../../../live-stream/hub/payloads.ts';
import { scaledClock } from '../fakes/scaled-clock.ts';
import { notification } from '../fakes/service.ts';

function payloadsOf(read: (key: string) => Promise<string | undefined>, maxCachedCharacters = 100): Payloads {
  return createPayloads({ read, clock: scaledClock(100), maxCachedCharacters });
}

const stored = (key: string) => notification('large', { payload: { key } });

describe('payloads', () => {
  it('are at hand when they are in the row', () => {
    const payloads = payloadsOf(async () => undefined);

    expect(payloads.of(notification('small', { payload: { text: '{"a":1}' } }))).toBe('{"a":1}');
  });

  it('are fetched once for those who ask together, and are at hand afterwards', async () => {
    let reads = 0;
    const payloads = payloadsOf(async (key) => `${key}${(reads += 1)}`);

    const together = await Promise.all([payloads.of(stored('a')), payloads.of(stored('a'))]);

    expect(together).toEqual(['a1', 'a1']);
    expect(payloads.of(stored('a'))).toBe('a1');
  });

  it('are kept up to a bound, the least recently used go first', async () => {
    const payloads = payloadsOf(async (key) => key.repeat(40));
    await payloads.of(stored('a'));
    await payloads.of(stored('b'));
    await payloads.of(stored('a'));

    await payloads.of(stored('c'));

    expect(payloads.of(stored('a'))).toBe('a'.repeat(40));
    expect(payloads.of(stored('b'))).toBeInstanceOf(Promise);
  });

  it('are tried again when reading fails', async () => {
    let reads = 0;
    const payloads = payloadsOf(async () => {
      if ((reads += 1) < 3) throw new Error('reset');
      return 'text';
    });

    expect(await payloads.of(stored('a'))).toBe('text');
  });

  it('are an error when reading keeps failing', async () => {
    const payloads = payloadsOf(async () => {
      throw new Error('reset');
    });

    await expect(payloads.of(stored('a'))).rejects.toThrow('cannot be read');
  });
});
