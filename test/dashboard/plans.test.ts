import { describe, expect, it } from 'vitest';
import { monthlyLimit } from '../../core/directory/quota.ts';
import { plans as planNames } from '../../core/directory/organization.ts';
import { webhookLimitOf } from '../../core/directory/webhook-limit.ts';
import { consequencesOf, messagesOf, planOf, plans, settledChoice } from '../../dashboard/src/organization/plans.ts';

/** A number as this machine's language writes it. */
const written = (number: number) => number.toLocaleString();

describe('plans on screen', () => {
  it('are those that the router enforces', () => {
    expect(plans.map(({ name }) => name)).toEqual([...planNames]);
    for (const plan of planNames) {
      expect(planOf(plan).webhooks).toBe(webhookLimitOf(plan));
      for (const extraPacks of [0, 1, 7]) {
        expect(messagesOf({ plan, extraPacks })).toBe(monthlyLimit({ plan, extraPacks }));
      }
    }
  });

  it('lose their packs where the plan has none', () => {
    expect(settledChoice({ plan: 'free', extraPacks: 3 })).toEqual({ plan: 'free', extraPacks: 0 });
    expect(settledChoice({ plan: 'pro', extraPacks: 3 })).toEqual({ plan: 'pro', extraPacks: 3 });
  });
});

describe('what a change of plan does', () => {
  const free = { plan: 'free', extraPacks: 0 } as const;
  const pro = { plan: 'pro', extraPacks: 2 } as const;

  it('is said in limits before and after', () => {
    const { facts, breaks } = consequencesOf({ from: free, to: pro, inUse: { messages: 10, webhooks: 3 } });

    expect(facts.slice(0, 2)).toEqual([
      `Messages a month: ${written(3_000)} become ${written(45_000)}.`,
      'Webhooks: 5 become 50.',
    ]);
    expect(breaks).toEqual([]);
  });

  it('names senders that would be refused, and webhooks above the limit', () => {
    const { breaks } = consequencesOf({ from: pro, to: free, inUse: { messages: 3_000, webhooks: 6 } });

    expect(breaks).toEqual([
      `${written(3_000)} messages were sent this month already: senders get 429 until the month ends.`,
      'There are 6 webhooks: they go on working, and no more can be created.',
    ]);
  });

  it('breaks nothing right at the limits', () => {
    expect(consequencesOf({ from: pro, to: free, inUse: { messages: 2_999, webhooks: 5 } }).breaks).toEqual([]);
  });
});
