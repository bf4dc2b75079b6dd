import { expect, it } from 'vitest';
import { OpenAsks } from '../../../cli/mcp/open-asks.ts';

const ask = (askId: string) => ({
  askId,
  messageId: 'msg_1',
  answerUrl: 'secret',
  expiresAt: '',
  options: [],
  page: '',
});

it('remembers the newest asks', () => {
  const open = new OpenAsks();
  for (let at = 0; at <= 100; at += 1) open.keep(ask(`ask_${at}`));

  expect(open.read('ask_100')).toEqual(ask('ask_100'));
  expect(open.read('ask_1')).toEqual(ask('ask_1'));
  expect(() => open.read('ask_0')).toThrow('knows no such ask');
});

it('says what to do about an ask of another process', () => {
  expect(() => new OpenAsks().read('ask_1')).toThrow('After a restart');
});
