import { describe, expect, it } from 'vitest';
import { findEntries, messageEntries } from '../../dashboard/src/commands/find-entries.ts';
import { createKeys, type Press } from '../../dashboard/src/commands/keys.ts';
import { places } from '../../dashboard/src/commands/places.ts';

const press = (key: string, part: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isTyping: false,
  at: 0,
  ...part,
});

describe('keys', () => {
  it.each([
    [press('k', { ctrlKey: true }), { kind: 'palette' }],
    [press('K', { metaKey: true, isTyping: true }), { kind: 'palette' }],
    [press('/'), { kind: 'search' }],
    [press('?'), { kind: 'help' }],
    [press('?', { isTyping: true }), undefined],
    [press('/', { ctrlKey: true }), undefined],
    [press('k', { ctrlKey: true, altKey: true }), undefined],
    [press('x'), undefined],
  ])('mean one thing each: %j', (pressed, command) => {
    expect(createKeys()(pressed)).toEqual(command);
  });

  it('lead to a page by g and a letter soon after it, and not later, nor while somebody types', () => {
    const commands = [
      [press('g'), press('m', { at: 1000 })],
      [press('g'), press('m', { at: 2000 })],
      [press('g', { isTyping: true }), press('m')],
      [press('g'), press('x', { isTyping: true }), press('m')],
    ].map((presses) => presses.map(createKeys()).at(-1));

    expect(commands).toEqual([{ kind: 'go', key: 'm' }, undefined, undefined, undefined]);
  });

  it('lead to no two pages by the same letter', () => {
    const letters = places.flatMap(({ key }) => key ?? []);

    expect(new Set(letters).size).toBe(letters.length);
  });
});

describe('the palette', () => {
  const entries = ['Overview', 'Production alerts', 'Alerts of staging', 'Salerts'].map((text) => ({
    href: text,
    text,
    kind: 'Webhook',
  }));

  it('has what begins with the text first, then what has a word that does, then what holds it', () => {
    expect(findEntries(entries, ' ALERTS').map(({ text }) => text)).toEqual([
      'Alerts of staging',
      'Production alerts',
      'Salerts',
    ]);
  });

  it('finds by several words, in any order, and by what a thing is', () => {
    expect(findEntries(entries, 'webhook prod').map(({ text }) => text)).toEqual(['Production alerts']);
    expect(findEntries(entries, 'nothing')).toEqual([]);
  });

  it('stays short, however much there is', () => {
    const many = Array.from({ length: 10_000 }, (_, n) => ({ href: `${n}`, text: `Webhook ${n}`, kind: 'Webhook' }));

    expect([findEntries(many, '').length, findEntries(many, 'web').length]).toEqual([50, 50]);
  });

  it('searches messages for whatever it does not know, and opens one by its id', () => {
    const led = (text: string) => messageEntries(text).map(({ href }) => href);

    expect(led('  ')).toEqual([]);
    expect(led('disk & more')).toEqual(['messages?q=disk+%26+more', 'messages?tag=disk+%26+more']);
    expect(led(' msg_01KA2Y6Q5F3V6R3M0Z9W8J7X4T ')).toEqual(['messages/msg_01KA2Y6Q5F3V6R3M0Z9W8J7X4T']);
    expect(led('priority 4')[0]).toBe('messages?priority=4');
    expect(led('P5')[0]).toBe('messages?priority=5');
    expect(led('p6')[0]).toBe('messages?q=p6');
  });
});
