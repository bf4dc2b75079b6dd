import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { askedSecret, confirmed } from '../../../cli/terminal/prompt.ts';

/** A terminal at which somebody types this. */
function terminal(typed: string) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stderr = new PassThrough();
  let shown = '';
  stderr.on('data', (part) => {
    // Whoever types waits for the question.
    if (shown === '') setImmediate(() => stdin.write(typed));
    shown += String(part);
  });
  return { stdin, stderr, shown: () => shown };
}

describe('a question at a terminal', () => {
  it.each([
    ['y\r', true],
    ['n\r', false],
    ['\r', false],
  ])('is answered with %j', async (typed, answer) => {
    expect(await confirmed(terminal(typed), 'Apply 2 changes?')).toBe(answer);
  });

  it('takes a secret without showing it', async () => {
    const there = terminal('s3cret\r');

    expect(await askedSecret(there, 'ops-token')).toBe('s3cret');
    expect(there.shown()).toContain('ops-token');
    expect(there.shown()).not.toContain('s3cret');
  });

  it('may be left with Ctrl-C', async () => {
    await expect(confirmed(terminal('\u0003'), 'Apply 2 changes?')).rejects.toThrow('nothing was changed');
  });
});
