import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { presetNames } from '../../../core/notification/presets/preset-names.ts';
import { arriving, senderCases } from './senders.ts';
import { fieldsShown, sendersPage } from './senders-page.ts';

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

test('docs/senders.md shows the corpus', async () => {
  // Read again: the tests above write what arrives when snapshots are updated.
  await expect(sendersPage(senderCases())).toMatchFileSnapshot('../../../docs/senders.md');
});

test.each(presetNames)('docs/presets/%s.md shows what arrives before and after', (preset) => {
  const page = readFileSync(new URL(`../../../docs/presets/${preset}.md`, import.meta.url), 'utf8');
  const shown = senderCases().find(({ system, name }) => page.includes(`test/fixtures/senders/${system}/${name}.json`));

  expect(shown?.preset).toBe(preset);
  expect(page).toContain(`Before:\n\n\`\`\`text\n${fieldsShown(shown!.expected.without)}\n`);
  expect(page).toContain(`After:\n\n\`\`\`text\n${fieldsShown(shown!.expected.with!)}\n`);
});
