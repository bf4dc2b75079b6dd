import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { channelKinds } from '../../core/channels/registry.ts';
import { helpPage, helpPages } from '../../dashboard/help/help-files.ts';
import { helpOf } from '../../dashboard/src/channels/kind-help.ts';

const SOURCES = join(import.meta.dirname, '../../dashboard/src');

/** The addresses of all pages and of all their sections. */
const known = new Set(
  helpPages().flatMap((page) => [
    page,
    ...[...helpPage(page).matchAll(/<h\d id="([^"]+)"/g)].map(([, id]) => `${page}#${id}`),
  ]),
);

describe('the help of the dashboard', () => {
  it('has every page and every section that the dashboard leads to', () => {
    const asked = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .flatMap((file) => [
        ...readFileSync(join(SOURCES, file), 'utf8').matchAll(/(?:\shelp|<LearnMore [^>]*page)="([^"]+)"/g),
      ])
      .map(([, page = '']) => page);

    expect(asked.length).toBeGreaterThan(8);
    expect(asked.filter((page) => !known.has(page))).toEqual([]);
  });

  it('has a page for every kind of channel', () => {
    const pages = Object.values(channelKinds).map(({ kind }) => helpOf(kind));

    expect(pages.filter((page) => !known.has(page))).toEqual([]);
  });

  it('leads from page to page, and nowhere that only the repository has', () => {
    const links = helpPages().flatMap((page) =>
      [...helpPage(page).matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => href),
    );
    const inside = links.filter((href) => href.startsWith('/help/') && !href.endsWith('.css'));

    expect(inside.length).toBeGreaterThan(10);
    expect(inside.filter((href) => !known.has(href.slice('/help/'.length).replace('.html', '')))).toEqual([]);
    expect(links.filter((href) => !/^(?:https?:|\/|#)/.test(href))).toEqual([]);
  });

  it('has no script, no style of its own and no picture that is not there, which the browser would refuse', () => {
    const pages = helpPages().map((page) => helpPage(page));

    expect(pages.filter((html) => /<script|<style| style=| on\w+="|<img(?! src="\/favicon\.svg")/.test(html))).toEqual(
      [],
    );
  });

  it('has no heading of a table that says nothing', () => {
    expect(helpPages().filter((page) => /<th[^>]*><\/th>/.test(helpPage(page)))).toEqual([]);
  });

  it('shows code and what looks like HTML as text', () => {
    expect(helpPage('channels/slack')).toContain('<code>&lt;!channel&gt;</code>');
  });
});
