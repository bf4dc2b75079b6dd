import { expect, it } from 'vitest';
import { payloadText } from '../../../core/message/payload.ts';

const bodies = { get: async (key: string) => `{"stored":"${key}"}` };

it.each([
  [{ text: '{"a":1}' }, '{"a":1}'],
  [{ key: 'org_1/msg_1.json' }, '{"stored":"org_1/msg_1.json"}'],
])('the text of the payload %j is %s', async (payload, text) => {
  expect(await payloadText(payload, bodies)).toBe(text);
});
