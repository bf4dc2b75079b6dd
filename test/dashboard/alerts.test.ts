import { describe, expect, it } from 'vitest';
import { toStatus } from '../../dashboard/src/alerts/alert-state.tsx';
import { byUrgency, nameOf, oftenOf, whoOf } from '../../dashboard/src/alerts/alert-words.ts';
import type { AlertSummary } from '../../dashboard/src/api/types.ts';

const alert: AlertSummary = {
  id: 'al_1',
  webhookId: 'wh_1',
  webhookName: 'Disks',
  key: 'disk-1',
  status: 'firing',
  episode: 1,
  message: 'Disk full\nof db-1',
  tags: [],
  count: 1,
  firstAt: '2026-11-20T10:00:00.000Z',
  lastAt: '2026-11-20T10:00:00.000Z',
  acknowledged: null,
  resolved: null,
};

describe('an alert in words', () => {
  it.each([
    [{ type: 'sender' }, 'the sender'],
    [{ type: 'system' }, 'the router'],
    [{ type: 'token' }, 'a token'],
    [{ type: 'token', name: 'CI' }, 'token CI'],
    [{ type: 'user' }, 'somebody'],
    [{ type: 'user', name: 'ada@example.com' }, 'ada@example.com'],
    [{ type: 'channel' }, 'somebody in a channel'],
    [{ type: 'channel', name: 'Ada' }, 'Ada'],
  ] as const)('says who it was: %j', (by, words) => {
    expect(whoOf(by)).toBe(words);
  });

  it('is called by its title, else by its first line, else by its key', () => {
    expect(nameOf({ ...alert, title: 'Disk' })).toBe('Disk');
    expect(nameOf(alert)).toBe('Disk full');
    expect(nameOf({ ...alert, message: ' ' })).toBe('disk-1');
  });

  it('says how often it was said', () => {
    expect([1, 2].map((count) => oftenOf({ ...alert, count }))).toEqual(['once', '2 times']);
  });
});

describe('the order of open alerts', () => {
  it('is: what nobody has, then the loudest, then the newest', () => {
    const later = '2026-11-20T11:00:00.000Z';
    const taken: AlertSummary = { ...alert, id: 'taken', status: 'acknowledged', priority: 5 };
    const loud: AlertSummary = { ...alert, id: 'loud', priority: 4 };
    const newest: AlertSummary = { ...alert, id: 'newest', firstAt: later };

    expect([taken, alert, newest, loud].toSorted(byUrgency).map(({ id }) => id)).toEqual([
      'loud',
      'newest',
      'al_1',
      'taken',
    ]);
  });
});

it('takes no status from the address that is none', () => {
  expect(['open', 'firing', 'acknowledged', 'resolved'].map(toStatus)).toEqual([
    'open',
    'firing',
    'acknowledged',
    'resolved',
  ]);
  for (const name of ['', 'Open', 'constructor', null]) expect(toStatus(name)).toBeUndefined();
});
