import { describe, expect, it } from 'vitest';
import type { PostedAsk } from '../../../adapters/http/post-ask.ts';
import { createHandler } from '../../../lambdas/ask-task/handler.ts';
import type { SecretText } from '../../../lambdas/secret-text.ts';

const WEBHOOK = 'abcdefghijklmnopqrstu';
const asking = { message: 'Refund?', ask: { options: [{ id: 'yes', label: 'Approve' }], taskToken: 'AAAAKgAAAAI' } };
const told = { messageId: 'msg_1', askId: 'ask_1', expiresAt: '2026-11-20T10:10:00.000Z' };
const asked = {
  status: 201,
  text: JSON.stringify({ ...told, answerUrl: 'https://notify.example.com/a/ask_1/secret' }),
};

function rig(answers: readonly { status: number; text: string }[] = [asked], key: SecretText = 'nrk_key') {
  const posted: [path: string, ask: PostedAsk][] = [];
  const handle = createHandler({
    readKey: async () => key,
    post: async (path, ask) => {
      posted.push([path, ask]);
      return answers[posted.length - 1] ?? asked;
    },
  });
  return { posted, handle };
}

describe('asking for a task of Step Functions', () => {
  it('sends what the state says, with the key, and keeps the address of the answer to itself', async () => {
    const { posted, handle } = rig();

    expect(await handle({ webhook: WEBHOOK, asking })).toEqual(told);
    expect(posted).toEqual([
      [`/n/${WEBHOOK}/ask`, { key: 'nrk_key', id: expect.stringMatching(/^[0-9a-f]{64}$/), body: expect.any(String) }],
    ]);
  });

  it('sends all of the notification', async () => {
    const { posted, handle } = rig();
    const whole = { ...asking, title: 'Refund', tags: ['shop'], priority: 4 };

    await handle({ webhook: WEBHOOK, asking: whole });

    expect(posted.map(([, { body }]) => JSON.parse(body))).toEqual([whole]);
  });

  it('is known by the task when the state tries again', async () => {
    const { posted, handle } = rig();
    const other = { ...asking, ask: { ...asking.ask, taskToken: 'another' } };

    for (const own of [asking, asking, other]) await handle({ webhook: WEBHOOK, asking: own });

    const [first, second, third] = posted.map(([, { id }]) => id);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it.each([
    [400, 'AskRefused'],
    [401, 'AskRefused'],
    [302, 'AskRefused'],
    [429, 'AskNotSent'],
    [503, 'AskNotSent'],
  ])('fails the state when the router answers %i, by %s', async (status, name) => {
    const { handle } = rig([{ status, text: '{"error":"why"}' }]);

    await expect(handle({ webhook: WEBHOOK, asking })).rejects.toMatchObject({
      name,
      message: `${status} {"error":"why"}`,
    });
  });

  it('fails the state for now when nobody answers', async () => {
    const handle = createHandler({ readKey: async () => 'nrk_key', post: async () => Promise.reject(new TypeError()) });

    await expect(handle({ webhook: WEBHOOK, asking })).rejects.toMatchObject({ name: 'AskNotSent' });
  });

  it('fails the state without the key', async () => {
    const { handle, posted } = rig([], { fault: 'there is no such secret, or it holds no text' });

    await expect(handle({ webhook: WEBHOOK, asking })).rejects.toMatchObject({
      name: 'AskRefused',
      message: expect.stringContaining('there is no such secret'),
    });
    expect(posted).toEqual([]);
  });

  it.each(['../../api/v1/me', 'a'.repeat(22), ''])(
    'sends the key to webhooks only, and not to "%s"',
    async (webhook) => {
      const { handle, posted } = rig();

      await expect(handle({ webhook, asking })).rejects.toThrow(/webhook/);
      expect(posted).toEqual([]);
    },
  );
});
