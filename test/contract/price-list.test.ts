import { describe, expect, it } from 'vitest';
import { afterFree, bill, total } from '../../bench/cost/bill.ts';
import { readPriceList } from '../../bench/cost/price-list.ts';

describe('the price list of the documentation', () => {
  it('names a price for one unit of everything that is billed', () => {
    const prices = readPriceList();

    expect(prices['http-api'].each).toBeCloseTo(1 / 1_000_000, 12);
    expect(prices['dynamodb-streams'].each).toBeCloseTo(0.02 / 100_000, 12);
    expect(prices['sqs-request'].free).toBe(1_000_000);
  });

  it('is refused when a price is missing', () => {
    expect(() => readPriceList('| `http-api` | 1.00 | 1,000,000 | requests | 0 | somewhere |')).toThrow('sqs-request');
  });

  it('is refused when a price cannot be read', () => {
    expect(() => readPriceList('| `http-api` | cheap | 1,000,000 | requests | 0 | somewhere |')).toThrow(
      'expected number',
    );
  });
});

describe('a bill', () => {
  const prices = readPriceList();
  const items = [
    { what: 'sending', key: 'sqs-request', amount: 900_000 },
    { what: 'receiving', key: 'sqs-request', amount: 600_000 },
    { what: 'writes', key: 'dynamodb-write', amount: 2_000_000 },
  ] as const;

  it('sums up list prices', () => {
    expect(total(bill(prices, items))).toBeCloseTo(1.5 * 0.4 + 2 * 0.625, 6);
  });

  it('takes what is free off once for all uses of a thing', () => {
    expect(afterFree(prices, items)).toBeCloseTo(0.5 * 0.4 + 2 * 0.625, 6);
  });
});
