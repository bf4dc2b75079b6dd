import { describe, expect, it } from 'vitest';
import {
  BLANK_LIFECYCLE,
  isSameLifecycle,
  lifecycleDraftOf,
  lifecycleOf,
  previewWords,
} from '../../dashboard/src/webhooks/lifecycle-draft.ts';

describe('a lifecycle as it is typed', () => {
  it('is saved without what is blank', () => {
    expect(lifecycleOf(BLANK_LIFECYCLE)).toEqual({});
    expect(lifecycleOf({ key: ' ', status: '{{ s }}', autoResolveSeconds: 60 })).toEqual({
      status: '{{ s }}',
      autoResolveSeconds: 60,
    });
    expect(lifecycleOf(null)).toBeNull();
  });

  it('is what is stored until somebody types', () => {
    for (const stored of [{}, { key: '{{ k }}' }, { status: 'x', autoResolveSeconds: 3600 }]) {
      expect(lifecycleOf(lifecycleDraftOf(stored))).toEqual(stored);
      expect(isSameLifecycle(stored, lifecycleOf(lifecycleDraftOf(stored)))).toBe(true);
    }
  });

  it('is another one when any part is, or when it is switched off or on', () => {
    expect(isSameLifecycle(null, null)).toBe(true);
    expect(isSameLifecycle({}, null)).toBe(false);
    expect(isSameLifecycle(null, {})).toBe(false);
    expect(isSameLifecycle({ key: 'a' }, { key: 'b' })).toBe(false);
    expect(isSameLifecycle({ key: 'a' }, { status: 'a' })).toBe(false);
  });
});

describe('what a trial found, in words', () => {
  const alert = {
    key: 'a',
    status: 'firing' as const,
    episode: 1,
    message: 'x',
    tags: [],
    count: 1,
    firstAt: '2026-11-20T10:00:00.000Z',
    lastAt: '2026-11-20T10:00:00.000Z',
  };
  const found = { messages: 40, withoutKey: 0, withoutEffect: 0, alerts: [alert, alert, alert], notes: [] };

  it.each([
    [found, ['These 40 messages would have been 3 alerts.']],
    [{ ...found, messages: 1, alerts: [alert] }, ['This 1 message would have been 1 alert.']],
    [
      { ...found, withoutKey: 1, withoutEffect: 2 },
      [
        'These 39 messages would have been 3 alerts.',
        '1 other message would have stayed ordinary.',
        '2 of them would have reached nobody: nothing was firing.',
      ],
    ],
    [{ ...found, withoutKey: 40, alerts: [] }, ['None of the newest 40 messages says what it is about: add a key.']],
  ])('%#', (preview, words) => {
    expect(previewWords(preview)).toEqual(words);
  });
});
