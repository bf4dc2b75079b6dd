import type { PriceKey, PriceList } from './price-list.ts';

/** An amount of something that is paid for. */
export interface Item {
  readonly what: string;
  readonly key: PriceKey;
  /** Units of the price list. */
  readonly amount: number;
}

/** An item with its price, US dollars. */
export interface BillLine extends Item {
  readonly cost: number;
}

/** What the items cost at list price. */
export function bill(prices: PriceList, items: readonly Item[]): BillLine[] {
  return items.map((item) => ({ ...item, cost: item.amount * prices[item.key].each }));
}

/** What is left when each kind of thing has had its free amount of the month. */
export function afterFree(prices: PriceList, items: readonly Item[]): number {
  const amounts = Map.groupBy(items, ({ key }) => key);
  return [...amounts].reduce((sum, [key, some]) => {
    const amount = some.reduce((total, item) => total + item.amount, 0);
    return sum + Math.max(0, amount - prices[key].free) * prices[key].each;
  }, 0);
}

export const total = (lines: readonly BillLine[]): number => lines.reduce((sum, { cost }) => sum + cost, 0);
