import { describe, expect, it } from 'vitest';
import { explanation, messageLine } from '../../../cli/commands/message-words.ts';
import type { Message } from '../../../cli/router/router.ts';

const plain = (_: unknown, text: string): string => text;
const at = '2026-11-22T09:00:00.000Z';
const message: Message = {
  id: 'msg_1',
  webhookId: 'wh_1',
  webhookName: 'CI',
  title: 'Deploy\u001b[31m',
  message: 'one\ntwo',
  priority: 4,
  tags: ['prod'],
  format: 'json',
  receivedAt: at,
  alertId: null,
  askId: null,
  origin: 'sender',
  payload: {},
  notes: ['the title was cut'],
  routing: [
    { channelId: 'ch_1', matched: true, reason: 'no filter' },
    { channelId: 'ch_2', matched: false, reason: 'priority 4 is not above 4' },
  ],
  deliveries: [
    {
      channelId: 'ch_1',
      channelName: 'Ops',
      kind: 'slack',
      state: 'retrying',
      attempts: [{ at, outcome: 'retry', status: 500, error: 'no answer', durationMs: 12 }],
      nextAttemptAt: at,
    },
  ],
};

describe('a message', () => {
  it('is explained whole: text, where it went, where it did not, and why', () => {
    expect(explanation(message, 'https://router/messages/msg_1', plain).split('\n')).toEqual([
      'Deploy',
      '  one',
      '  two',
      `msg_1  ${at}  webhook CI`,
      'priority 4 #prod',
      'note: the title was cut',
      '',
      'retrying  Ops (slack, ch_1)',
      '  because: no filter',
      `  ${at}  retry, status 500, no answer (12 ms)`,
      `  next attempt ${at}`,
      'not matched  ch_2: priority 4 is not above 4',
      '',
      'https://router/messages/msg_1',
    ]);
  });

  it('says that it went nowhere', () => {
    const { title: _, priority: __, ...rest } = message;
    const lonely = { ...rest, message: '', tags: [], notes: [], routing: [], deliveries: [] };

    expect(explanation(lonely, 'page', plain)).toContain('No channel was linked to this webhook.');
    expect(messageLine(lonely, plain)).toBe(`${at}  msg_1  no channel  `);
  });

  it('is one line of a list, with the state that needs attention most', () => {
    const [delivery] = message.deliveries;
    const done = { ...message, deliveries: [{ ...delivery!, state: 'delivered' as const }, delivery!] };

    expect(messageLine(done, plain)).toBe(`${at}  msg_1  retrying  Deploy: one two`);
  });
});
