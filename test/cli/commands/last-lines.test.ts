import { expect, it } from 'vitest';
import { LastLines } from '../../../cli/commands/last-lines.ts';

const textOf = (...chunks: readonly string[]): string => {
  const lines = new LastLines();
  for (const chunk of chunks) lines.add(Buffer.from(chunk));
  return lines.text();
};

it('keeps the last twenty lines of however much was printed', () => {
  const printed = Array.from({ length: 100_000 }, (_, index) => `line ${index}\n`);

  const kept = textOf(...printed).split('\n');

  expect(kept).toHaveLength(20);
  expect(kept.at(0)).toBe('line 99980');
  expect(kept.at(-1)).toBe('line 99999');
});

it('joins what was cut within a line or a character', () => {
  const bytes = Buffer.from('grün\n');
  const lines = new LastLines();
  lines.add(bytes.subarray(0, 3));
  lines.add(bytes.subarray(3));

  expect(lines.text()).toBe('grün');
});

it('shows a progress bar as it was left, without colours', () => {
  expect(textOf('10 %\r50 %\r\u001b[32m100 %\u001b[0m\r\ndone')).toBe('100 %\ndone');
});

it('bounds one endless line', () => {
  expect(textOf('x'.repeat(1_000_000)).length).toBe(3000);
});
