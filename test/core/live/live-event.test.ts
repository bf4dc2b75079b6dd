import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLiveNotification, LiveNotification } from '../../../core/live/live-event.ts';

const WHOLE = {
  kind: 'notification',
  channelId: 'ch_1',
  id: '01KA2Y6Q5F3V6R3M0Z9W8J7X4T',
  expiresAt: 1_795_166_300,
  messageId: 'msg_1',
  title: 'Deploy finished',
  message: 'Version 42 is live',
  priority: 3,
  tags: ['ci'],
  payload: { text: '{}' },
} as const;

const odd = fc.oneof(
  fc.anything(),
  fc.constantFrom(undefined, null, Number.NaN, Infinity, '', 'control', '8ZZZZZZZZZZZZZZZZZZZZZZZZZ', [1], { text: 1 }),
  fc.constantFrom({ text: 1, key: 'a' }, { text: undefined, key: 'a' }, { key: 1 }, {}, { text: 'a', key: 1 }),
);

describe('the quick look at a row', () => {
  it.each([WHOLE, { ...WHOLE, title: undefined, priority: undefined, tags: [], payload: { key: 'org_1/msg_1.json' } }])(
    'recognises a notification: %#',
    (row) => {
      expect(isLiveNotification(row)).toBe(true);
    },
  );

  it('never takes for a notification what the schema refuses, whatever a field holds', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(WHOLE)), odd, (name, value) => {
        const row = { ...WHOLE, [name]: value };
        expect(isLiveNotification(row) && !LiveNotification.safeParse(row).success).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([undefined, null, 1, 'notification', [], {}, { kind: 'control' }])('leaves %j to the schema', (row) => {
    expect(isLiveNotification(row)).toBe(false);
  });
});
