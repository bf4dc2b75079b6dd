import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { dialects } from '../../core/notification/dialects/all.ts';

const page = readFileSync(new URL('../../docs/switching.md', import.meta.url), 'utf8');

it.each(Object.entries(dialects))(
  'docs/switching.md tells of %s: address, title and the last step of each call',
  (name, dialect) => {
    const section = page.split(/^## /m).find((part) => part.startsWith(dialect.title)) ?? '';

    expect(page).toContain(`\`<endpoint>/${name}\``);
    expect(section).toContain('**Not supported**');
    expect(section).toContain('**Side by side**');
    for (const { path } of dialect.operations) {
      const last = path.replace('+', '').split('/').at(-1) ?? '';
      expect(section).toContain(last === '' ? `/${name}` : last);
    }
  },
);
