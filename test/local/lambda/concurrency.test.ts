import { describe, expect, it } from 'vitest';
import { AccountConcurrency } from '../../../local/lambda/concurrency.ts';

const free = { name: 'free', reserved: undefined };
const other = { name: 'other', reserved: undefined };
const kept = { name: 'kept', reserved: 2 };

describe('the concurrency of an account', () => {
  it('is shared by the functions without a reservation, and throttles what is more', () => {
    const account = new AccountConcurrency(2, [free, other]);

    expect([account.enter('free'), account.enter('other'), account.enter('free')]).toEqual([
      expect.any(Function),
      expect.any(Function),
      undefined,
    ]);
  });

  it('has a place again when an invocation ends', () => {
    const account = new AccountConcurrency(1, [free]);
    account.enter('free')!();

    expect(account.enter('free')).toBeDefined();
  });

  it('keeps a reservation from all others, and its function within it', () => {
    const account = new AccountConcurrency(102, [free, kept]);
    for (let n = 0; n < 100; n += 1) account.enter('free');

    expect(account.enter('free')).toBeUndefined();
    expect([account.enter('kept'), account.enter('kept')]).toEqual([expect.any(Function), expect.any(Function)]);
    expect(account.enter('kept')).toBeUndefined();
  });

  it('refuses reservations that leave fewer than 100, as a deployment does', () => {
    expect(() => new AccountConcurrency(101, [free, kept])).toThrow(/kept.*below its minimum value of \[100\]/);
    expect(() => new AccountConcurrency(10, [free])).not.toThrow();
  });
});
