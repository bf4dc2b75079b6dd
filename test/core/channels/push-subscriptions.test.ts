import { describe, expect, it } from 'vitest';
import {
  newlyAccepted,
  type StoredSubscription,
  type StoredSubscriptions,
  withSubscription,
} from '../../../core/channels/push-subscriptions.ts';

const DAY = 24 * 60 * 60 * 1000;
const keys = { endpoint: 'https://push.example.net/1', p256dh: 'x', auth: 'x' };
const made = (subscribedAt: number, origin: string): StoredSubscription => ({ ...keys, subscribedAt, origin });
const proven = (acceptedAt: number, origin: string): StoredSubscription => ({ ...made(0, origin), acceptedAt });

/** `count` subscriptions, made or proven one after the other. */
function many(count: number, name: string, one: (at: number) => StoredSubscription): StoredSubscriptions {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}${at}`, one(at)]));
}

describe('the hundred places of a channel', () => {
  it('are given out without anybody giving way', () => {
    const before = many(99, 's', (at) => proven(at, 'a'));

    const { subscriptions, displaced } = withSubscription(before, 'new', made(100, 'b'));

    expect(displaced).toBeUndefined();
    expect(Object.keys(subscriptions)).toHaveLength(100);
  });

  it('hold a browser once: with new keys it keeps its own', () => {
    const before = many(100, 's', (at) => proven(at, 'a'));

    const { subscriptions, displaced } = withSubscription(before, 's0', made(100, 'b'));

    expect(displaced).toBeUndefined();
    expect(subscriptions['s0']).toEqual(made(100, 'b'));
  });

  it('go from who never took a message, of these from the network with most, of these from the oldest', () => {
    const full = {
      ...many(50, 'proven', (at) => proven(at, 'office')),
      early: made(0, 'home'),
      ...many(49, 'made-up', (at) => made(at + 1, 'attacker')),
    };

    expect(withSubscription(full, 'new', made(100, 'b')).displaced?.id).toBe('made-up0');
  });

  it('go from who took a message longest ago when all of them did', () => {
    const full = {
      ...many(40, 'a', (at) => proven(at, 'cafe')),
      ...many(60, 'b', (at) => proven(90 - at, 'attacker')),
    };

    expect(withSubscription(full, 'new', made(100, 'c')).displaced?.id).toBe('b59');
  });

  it('are not lost by browsers that subscribed before it was noted when', () => {
    const old = many(100, 'old', () => keys);
    const { old99: _, ...some } = old;
    const mixed = { ...some, 'made-up': made(5, 'attacker') };

    expect(withSubscription(mixed, 'new', made(100, 'b')).displaced?.id).toBe('made-up');
    expect(withSubscription(old, 'new', made(100, 'b')).displaced?.id).toBe('old0');
  });

  it('cannot all be taken by one network: it pushes out its own', () => {
    let subscriptions: StoredSubscriptions = many(10, 'office', (at) => made(at, 'office'));

    for (let at = 0; at < 1000; at += 1) {
      ({ subscriptions } = withSubscription(subscriptions, `attacker${at}`, made(100 + at, 'attacker')));
    }
    const { displaced } = withSubscription(subscriptions, 'colleague', made(2000, 'office'));

    expect(Object.keys(subscriptions).filter((id) => id.startsWith('office'))).toHaveLength(10);
    expect(displaced?.id).toBe('attacker910');
  });
});

describe('that a browser took a message', () => {
  it('is worth a write the first time and a day later, if it is still there', () => {
    const subscriptions = { first: made(0, 'a'), today: proven(DAY, 'a'), yesterday: proven(DAY - 1, 'a') };

    const noted = newlyAccepted(subscriptions, ['first', 'today', 'yesterday', 'unsubscribed'], 2 * DAY);

    expect(noted).toEqual(['first', 'yesterday']);
  });
});
