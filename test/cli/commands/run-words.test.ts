import { describe, expect, it } from 'vitest';
import { describeRun, duration } from '../../../cli/commands/run-words.ts';

describe('the end of a command', () => {
  const run = { command: ['make', 'test'], durationMs: 12_000, lastLines: 'ok' };

  it('is no news of priority when it succeeded', () => {
    expect(describeRun({ ...run, end: { kind: 'exited', status: 0 } })).toEqual({
      title: 'make test succeeded',
      message: 'succeeded after 12 s\n\nok',
      tags: ['run', 'succeeded'],
    });
  });

  it.each([
    [{ kind: 'exited', status: 2 }, 'exited with status 2'],
    [{ kind: 'killed', signal: 'SIGSEGV' }, 'was killed by SIGSEGV'],
    [{ kind: 'not-run', status: 126, reason: 'EACCES' }, 'could not be run (EACCES)'],
  ] as const)('has priority 4 when it is %j', (end, words) => {
    expect(describeRun({ ...run, end, lastLines: '' })).toEqual({
      title: `make test ${words}`,
      message: `${words} after 12 s`,
      priority: 4,
      tags: ['run', 'failed'],
    });
  });

  it('has a title of one line, however long the command is', () => {
    const { title } = describeRun({
      ...run,
      command: ['sh', '-c', 'x'.repeat(500)],
      end: { kind: 'exited', status: 0 },
    });

    expect(title).toMatch(/^sh -c x+… succeeded$/);
    expect(title.length).toBeLessThan(100);
  });
});

it.each([
  [400, '0.4 s'],
  [9999, '10.0 s'],
  [59_400, '59 s'],
  [59_600, '1 min 0 s'],
  [185_000, '3 min 5 s'],
  [7_260_000, '2 h 1 min'],
])('%i ms are %s', (ms, words) => {
  expect(duration(ms)).toBe(words);
});
