import { expect, it } from 'vitest';
import { eventLine, readEvent } from '../../../cli/commands/event-words.ts';

const plain = (_: unknown, text: string): string => text;

it('is one line of what the event has', () => {
  const data = {
    title: 'Deploy',
    message: 'is\nlive\u001b[2J',
    timestamp: '2026-11-22T09:00:00Z',
    priority: 5,
    tags: ['ci'],
  };

  expect(eventLine(readEvent('1', JSON.stringify(data)), plain)).toBe(
    '2026-11-22T09:00:00Z  Deploy  is live  priority 5  #ci',
  );
  expect(eventLine(readEvent('1', '{"message":"alone"}'), plain)).toBe('alone');
});

it.each(['Deploy | is live', '42', '["a"]'])('is the text of a channel in text format: %s', (text) => {
  expect(readEvent('1', text)).toEqual({ id: '1', text });
  expect(eventLine(readEvent('1', text), plain)).toBe(text);
});
