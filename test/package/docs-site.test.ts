import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { ROOT } from './consumer.ts';

const SITE = join(ROOT, 'dist/site');

const shown = async (page: string): Promise<string> => readFile(join(SITE, page), 'utf8');

beforeAll(async () => {
  // Fails by itself where a link leads nowhere.
  await promisify(execFile)('npm', ['run', 'docs'], { cwd: ROOT });
});

it('the site of the documentation has every page, at its own address', () => {
  const pages = globSync('docs/**/*.md', { cwd: ROOT }).map((page) => page.replace(/^docs\//, ''));
  const expected = pages.map((page) => page.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html'));

  expect(globSync('**/*.html', { cwd: SITE }).toSorted()).toEqual([...expected, '404.html'].toSorted());
});

it('its links lead to headings that there are', async () => {
  const broken: string[] = [];
  let count = 0;
  for (const page of globSync('**/*.html', { cwd: SITE })) {
    for (const [, href = ''] of (await shown(page)).matchAll(/<a[^>]* href="([^"]*#[^"]+)"/g)) {
      if (/^https?:/.test(href)) continue;
      const { pathname, hash } = new URL(href, `http://site/${page}`);
      const target = pathname.replace(/\/$/, '/index').replace(/(?<!\.html)$/, '.html');
      count += 1;
      if (!(await shown(target)).includes(`id="${decodeURIComponent(hash.slice(1))}"`)) broken.push(`${page}: ${href}`);
    }
  }

  expect(count).toBeGreaterThan(300);
  expect(broken).toEqual([]);
});

it('its search finds words of any page, without a server', async () => {
  const [index = ''] = globSync('assets/**/*localSearchIndex*', { cwd: SITE });
  const text = await readFile(join(SITE, index), 'utf8');

  for (const word of ['quatschwort', 'telegram', 'idempotency', 'opsgenie']) {
    expect([word, text.toLowerCase().includes(word)]).toEqual([word, word !== 'quatschwort']);
  }
});

it('its contents are those of docs/README.md, and its code is shown as it is written', async () => {
  const start = await shown('index.html');
  const templates = await shown('templates.html');

  for (const part of ['Send', 'Receive', 'Manage', 'Run it', 'Trust it', 'Change it']) expect(start).toContain(part);
  expect(start).toContain('href="/agents"');
  expect(templates).toContain('{{ state }}');
});
