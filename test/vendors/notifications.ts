import * as fc from 'fast-check';
import type * as z from 'zod/mini';
import { OutgoingMessage } from '../../core/channels/outgoing-message.ts';

export const MESSAGE_URL = 'https://router.example/messages/msg_01J0000000000000000000000A';

/** A message as functions hand it to each other, what it says among its other fields. */
export type FlatMessage = z.input<typeof OutgoingMessage>;

/** An ordinary notification. */
export const notification = {
  id: 'msg_01J0000000000000000000000A',
  title: 'Disk full on web-1',
  message: 'Only 3 % left on /var, growing by 2 GB an hour.',
  priority: 4,
  tags: ['disk', 'prod'],
  receivedAt: '2026-11-20T09:59:59.000Z',
  webhook: { id: 'wh_01J0000000000000000000000B', name: 'Monitoring' },
  payloadText: '{"host":"web-1","free":12345678901234567890}',
  hops: [],
} satisfies FlatMessage;

/** An ordinary notification with some fields changed, as kinds render it. */
export function outgoing(changes: Partial<FlatMessage> = {}): OutgoingMessage {
  return OutgoingMessage.parse({ ...notification, ...changes });
}

/** What means something to some vendor, and what breaks those who count or cut carelessly. */
const FRAGMENTS = [
  '<!channel>',
  '<!here|here>',
  '<@U012345>',
  '@everyone',
  '@here',
  '@channel',
  '@all',
  '@room',
  '@**all**',
  '@_**Ann**',
  '<@&123456>',
  '<users/all>',
  '<at>Ann</at>',
  '@anna',
  'anna@example.com',
  '*',
  '**',
  '_',
  '__',
  '~',
  '~~',
  '`',
  '```',
  '|',
  '||',
  '\\',
  '\\\\',
  '&',
  '&amp;',
  '&lt;',
  '<',
  '>',
  '"',
  "'",
  '<b>',
  '</b>',
  '<script>',
  '<br>',
  '<!--',
  '%0A',
  '[x](https://evil.example/)',
  '![x](https://evil.example/i.png)',
  '<https://evil.example|bank>',
  '<mailto:a@evil.example|bank>',
  '<HTTPS://EVIL.EXAMPLE|bank>',
  '<tel:1|bank>',
  '<#C012345|ops>',
  '<!subteam^S1>',
  '<!date^1^{date}|x>',
  '<t:1:R>',
  '</deploy:1>',
  '<id:home>',
  '<time:2026-11-20T09:00:00Z>',
  '&#60;!channel&#62;',
  '[x][1]',
  '[1]: https://evil.example/',
  '[x](<https://evil.example/>)',
  '![x][1]',
  '#**ops>topic**',
  '!avatar(anna@example.com)',
  '<font color="#ff0000">',
  '<a href="https://evil.example/">bank</a>',
  '<img src=x onerror=x>',
  '](',
  '$$',
  '${x}',
  '{{DATE(2026-11-20T09:00:00Z, SHORT)}}',
  '{{',
  '}}',
  '{"type":"TextBlock"}',
  '# ',
  '## ',
  '- ',
  '+ ',
  '1. ',
  '2) ',
  '> ',
  '/me ',
  '/poll ',
  '\n',
  '\n\n',
  '\r\n',
  '\t',
  ' ',
  '  \n',
  '\u2028',
  '\u0000',
  '\u0007',
  '\u001b[31m',
  '\ud800',
  '\udc00',
  '\u200b',
  '\u202a',
  '\u202b',
  '\u202c',
  '\u202d',
  '\u202e',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
  'مرحبا',
  'שלום',
  '漢字',
  'é',
  'e\u0301',
  '👩‍👩‍👧‍👦',
  '🏳️‍🌈',
  '👋',
  '𝒳',
  '…',
  '.',
  '-',
  '---',
  '===',
  'word',
  'https://example.com/a_b*c?x=1&y=(2)',
  'https://example.com/<x>',
  'http://',
  'https://example.com.',
  ':smile:',
  '=',
  '!',
];

const fragment = fc.constantFrom(...FRAGMENTS);

/** Texts of up to some thousand characters, made of what is dangerous. */
const nastyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.array(fragment, { maxLength: 60 }).map((parts) => parts.join('')),
  fc.array(fragment, { maxLength: 60 }).map((parts) => parts.join(' ')),
  fc.tuple(fragment, fc.nat(4000)).map(([part, length]) => part.repeat(Math.ceil((length + 1) / part.length))),
  fc.array(fragment, { minLength: 900, maxLength: 1200 }).map((parts) => parts.join('')),
);

export const nastyNotification: fc.Arbitrary<FlatMessage> = fc
  .record(
    {
      title: nastyText,
      message: nastyText,
      priority: fc.integer({ min: 1, max: 5 }),
      tags: fc.array(nastyText, { maxLength: 30 }),
      name: nastyText,
    },
    { requiredKeys: ['message', 'tags', 'name'] },
  )
  .map(({ name, ...said }) => {
    const { title: _, priority: __, ...rest } = notification;
    return { ...rest, ...said, webhook: { id: notification.webhook.id, name } };
  });
