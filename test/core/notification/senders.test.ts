import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { presetNames } from '../../../core/notification/presets/preset-names.ts';
import { arriving, senderCases } from './senders.ts';
import { REQUESTS_HEADING, requestsPart } from './senders-page.ts';

const cases = senderCases();

describe('requests of real senders', () => {
  test('are at least 60 from at least 25 systems', () => {
    expect(cases.length).toBeGreaterThanOrEqual(60);
    expect(new Set(cases.map(({ system }) => system)).size).toBeGreaterThanOrEqual(25);
  });

  // `vitest -u` writes what arrives today into the cases: read the difference before it is committed.
  test.each(cases)('$system $name arrives as expected', async (sender) => {
    const { system, name, ...request } = sender;
    const without = await arriving(sender);
    const expected =
      sender.preset === undefined ? { without } : { without, with: await arriving(sender, sender.preset) };

    const text = `${JSON.stringify({ ...request, expected }, null, 2)}\n`;

    await expect(text).toMatchFileSnapshot(`../../fixtures/senders/${system}/${name}.json`);
  });

  test.each(cases.filter(({ preset }) => preset !== undefined))(
    '$system $name is readable with its preset',
    async (sender) => {
      const read = await arriving(sender, sender.preset);

      expect(read).toHaveProperty('title');
      expect(read).toHaveProperty('message', expect.not.stringMatching(/^\s*\{|^https?:\S+$|\[object/));
    },
  );
});

describe('docs/senders.md', () => {
  const page = readFileSync(new URL('../../../docs/senders.md', import.meta.url), 'utf8');
  const byHand = page.slice(0, page.indexOf(REQUESTS_HEADING));

  it('shows the corpus', async () => {
    // Read again: the tests above write what arrives when snapshots are updated.
    await expect(byHand + requestsPart(senderCases())).toMatchFileSnapshot('../../../docs/senders.md');
  });

  it('says of each preset what it needs and makes', () => {
    const described = [...byHand.matchAll(/^### .+: `(.+)`$/gm)].map(([, preset]) => preset);

    expect(described).toEqual([...presetNames].toSorted());
  });
});
