import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UsageStore } from '../../../core/directory/organization-store.ts';

interface Counter {
  readonly count: number;
  readonly limit: number;
  readonly plan: string;
}

/** Counters under test, and what sends would write and read of them. */
export interface UsageUnderTest {
  readonly store: UsageStore;
  readonly seed: (organizationId: string, month: string, counter: Counter) => Promise<void>;
  readonly counterOf: (organizationId: string, month: string) => Promise<Record<string, unknown> | Counter | undefined>;
  readonly close?: () => Promise<void>;
}

/** What every usage store must do. */
export function describeUsage(name: string, open: () => Promise<UsageUnderTest>): void {
  describe(`usage: ${name}`, () => {
    let usage: UsageUnderTest;
    beforeAll(async () => {
      usage = await open();
    });
    afterAll(async () => usage.close?.());

    it('reads 0 for a month that nothing was counted in', async () => {
      expect(await usage.store.readUsage('org_1', '2026-11')).toBe(0);
    });

    it('changes the limit of a counter and leaves its count', async () => {
      await usage.seed('org_2', '2026-11', { count: 12, limit: 3000, plan: 'free' });

      await usage.store.changeLimit('org_2', '2026-11', { limit: 25_000, plan: 'pro' });

      expect(await usage.counterOf('org_2', '2026-11')).toMatchObject({ count: 12, limit: 25_000, plan: 'pro' });
      expect(await usage.store.readUsage('org_2', '2026-11')).toBe(12);
    });

    it('makes no counter of its own', async () => {
      await usage.store.changeLimit('org_3', '2026-11', { limit: 25_000, plan: 'pro' });

      expect(await usage.counterOf('org_3', '2026-11')).toBeUndefined();
    });
  });
}
