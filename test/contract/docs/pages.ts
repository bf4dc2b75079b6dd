import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** The root of the repository. */
export const ROOT = join(import.meta.dirname, '../../..');

/** One page of documentation, by its path from the root. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

const read = (path: string): Page => ({ path, text: readFileSync(join(ROOT, path), 'utf8') });

/** Every page that somebody may read. */
export const pages: readonly Page[] = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }).toSorted().map(read);

/** Made by tests of their own, from bodies of senders. */
const GENERATED = /^docs\/(senders|guessing|constructs|presets\/.*)\.md$/;

/** The pages that people write, about the code of today: without the changelog, which tells of yesterday's, too. */
export const writtenPages = pages.filter(({ path }) => path !== 'CHANGELOG.md' && !GENERATED.test(path));

/** A page by its path. @throws when there is none */
export function pageAt(path: string): Page {
  const page = pages.find((candidate) => candidate.path === path);
  if (page === undefined) throw new Error(`there is no page ${path}`);
  return page;
}

const withoutFences = (text: string): string => text.replaceAll(/^( *)```[^]*?^\1```$/gm, '');

/** What stands between single backticks, outside blocks of code. */
export function codeSpans({ text }: Page): string[] {
  return [...withoutFences(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}

/** Everything of a page that somebody may copy: code spans, and the lines of blocks of code. */
export function commands(page: Page): string[] {
  const blocks = [...page.text.matchAll(/^( *)```\w*\n([^]*?)^\1```$/gm)].map(([, , code = '']) => code);
  return [...codeSpans(page), ...blocks.flatMap((code) => code.split('\n'))];
}

/** Where the links of a page lead, from the root, with the anchor if there is one. Addresses on the web are left out. */
export function links({ path, text }: Page): { readonly file: string; readonly anchor: string | undefined }[] {
  const targets = [...withoutFences(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets
    .filter((target) => !/^(https?|mailto):/.test(target))
    .map((target) => {
      const [file, anchor] = target.split('#', 2);
      return { file: file ? relative('.', join(dirname(path), file)) : path, anchor };
    });
}

/** The anchors of the headings of a page, as GitHub makes them. */
export function anchors({ text }: Page): string[] {
  return [...withoutFences(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** The tables of a page: the cells of each row, headings first. */
export function tables({ text }: Page): string[][][] {
  const blocks = [...withoutFences(text).matchAll(/(?:^\|.*\|$\n?)+/gm)].map(([block]) => block.trim().split('\n'));
  return blocks.map((rows) => rows.filter((row) => !/^\|[\s:|-]+\|$/.test(row)).map(cells));
}

const cells = (row: string): string[] =>
  row
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

/** The rows below the heading whose first cells are these. @throws when the page has no such table */
export function rowsBelow(path: string, ...heading: readonly string[]): string[][] {
  const found = tables(pageAt(path)).find(([first = []]) => heading.every((cell, at) => first[at] === cell));
  if (found === undefined) throw new Error(`${path} has no table with the heading | ${heading.join(' | ')} |`);
  return found.slice(1);
}

/** The code spans of one cell. */
export const codeOf = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
