import { expect, it } from 'vitest';
import { wrongWith } from './docs/known-commands.ts';
import { recorded, shellBlocks } from './docs/shell-blocks.ts';

it('are found', () => {
  expect(shellBlocks.length).toBeGreaterThan(50);
});

it.each(shellBlocks.map((block) => [`${block.page}, block ${block.number}`, block] as const))(
  'the commands of %s are what the shell reads and the programs take',
  async (_, block) => {
    const { commands, complaints } = await recorded(block);
    const wrong = await Promise.all(commands.map(wrongWith));

    expect(complaints).toBe('');
    expect(wrong.flat()).toEqual([]);
  },
);

it.each([
  [['npm', 'run', 'no-such-script'], 'there is no npm run no-such-script'],
  [['npx', 'notify', 'send', '-p', '9', 'x'], 'give a whole number from 1 to 5'],
  [['npx', 'notify', 'sned'], "unknown command 'sned'"],
  [['npx', 'cdk', 'deploy', 'Other'], 'Other'],
  [['npx', 'cdk', 'deploy', '--all', '-c', 'NO_SETTING=1'], 'NO_SETTING'],
  [['npx', 'vitest', 'run', 'test/nothing.test.ts'], 'there is no test/nothing.test.ts'],
  [['aws', 'sqs', 'receive-messages'], 'aws sqs has no receive-messages'],
  [['aws', 'sqs', 'receive-message', '--queue', 'x'], 'aws sqs receive-message has no --queue'],
  [['wget', 'x'], 'nobody checks wget'],
])('%j would be noticed', async (words, complaint) => {
  expect((await wrongWith(words)).join('\n')).toContain(complaint);
});
