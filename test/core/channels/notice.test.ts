import { describe, expect, it } from 'vitest';
import { factLine, NO_MESSAGE, noticeOf } from '../../../core/channels/notice.ts';
import { OutgoingMessage } from '../../../core/channels/outgoing-message.ts';
import { byPriority, priorityColour, priorityName } from '../../../core/channels/priority-map.ts';
import { type FlatMessage, notification, outgoing } from '../../vendors/notifications.ts';

const { title: _, priority: __, ...bareFields } = notification;
const bare = (changes: Partial<FlatMessage>) => OutgoingMessage.parse({ ...bareFields, ...changes });

describe('noticeOf', () => {
  it('cleans the texts: line breaks are one, controls and lone surrogates are gone, titles and tags have one line', () => {
    const notice = noticeOf(
      bare({ title: ' a\r\nb\u0007 ', message: '\ra\u2028b\u0000\tc\ud800 ', tags: ['x\ny', ' ', 'z'] }),
      {},
    );

    expect(notice).toMatchObject({ title: 'a b', message: 'a\nb\tc\ufffd', tags: ['x y', 'z'] });
    expect(notice).not.toHaveProperty('link');
  });

  it('takes every control of direction from what is one line, and ends those of the message with their line', () => {
    const hostile = '\u202eevil\u2066 \u2067x\u202a';

    const notice = noticeOf(
      bare({ title: hostile, message: `${hostile}\nnext`, tags: [hostile], webhook: { id: 'wh_1', name: hostile } }),
      {},
    );

    expect(notice).toMatchObject({
      title: 'evil x',
      message: 'evil\u2066 \u2067x\u202a\u202c\u2069\u2069\nnext',
      tags: ['evil x'],
      source: 'evil x',
    });
  });

  it.each([
    ['Title', '', undefined, 'Title'],
    [undefined, ' \n', undefined, NO_MESSAGE],
    ['', '\u0000', undefined, NO_MESSAGE],
    ['Title', 'text', 'Title', 'text'],
    ['\u0000', 'text', undefined, 'text'],
  ])('of title %j and message %j has title %j and message %j', (title, message, shownTitle, shownMessage) => {
    const notice = noticeOf(bare({ ...(title === undefined ? {} : { title }), message }), {});

    expect([notice.title, notice.message]).toEqual([shownTitle, shownMessage]);
  });

  it('names a webhook that has no name', () => {
    expect(noticeOf(bare({ webhook: { id: 'wh_1', name: '\u0000' } }), {}).source).toBe('Webhook');
  });
});

describe('factLine', () => {
  it('has what there is, and whole tags as far as they fit', () => {
    const many = Array.from({ length: 100 }, (_, index) => `tag-${index}`);

    expect(factLine(noticeOf(bare({ tags: [] }), {}))).toBe('Monitoring');
    expect(factLine(noticeOf(outgoing({ tags: many }), {}))).toMatch(
      /^High priority · #tag-0 .* #tag-\d+… · Monitoring$/,
    );
    expect(factLine(noticeOf(bare({ tags: ['x'.repeat(100)] }), {}))).toBe(`#${'x'.repeat(59)}… · Monitoring`);
  });
});

describe('priorities', () => {
  it.each([
    [1, 'Lowest', '9e9e9e'],
    [5, 'Urgent', 'd72b3f'],
    [undefined, undefined, '4a90d9'],
    [9, undefined, '4a90d9'],
  ])('of %s is %s in #%s', (priority, name, colour) => {
    expect([priorityName(priority), priorityColour(priority)]).toEqual([name, colour]);
  });

  it('take the value of a map, or the other one without a priority', () => {
    expect([1, 3, 5, undefined].map((priority) => byPriority(priority, ['a', 'b', 'c', 'd', 'e'], 'none'))).toEqual([
      'a',
      'c',
      'e',
      'none',
    ]);
  });
});
