import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { programOf } from '../../cli/program.ts';
import { surroundingsOf } from '../../cli/terminal/surroundings.ts';
import { directoryKeys } from '../../adapters/aws/directory/directory-keys.ts';
import { ChannelKind } from '../../core/channels/kinds.ts';
import { METRICS } from '../../core/telemetry/metrics.ts';
import { parseSettings, SETTING_NAMES } from '../../lib/config/settings.ts';
import { figures } from './docs/figures.ts';
import { notifyLines, type NotifyLine } from './docs/notify-lines.ts';
import {
  anchors,
  codeOf,
  codeSpans,
  commands,
  links,
  type Page,
  pageAt,
  pages,
  ROOT,
  rowsBelow,
  tables,
  writtenPages,
} from './docs/pages.ts';

const tracked = globSync('**/*', {
  cwd: ROOT,
  exclude: (name) => ['node_modules', '.git', '.local', 'dist', 'reports', 'cdk.out'].includes(basename(name)),
});
const scripts: Record<string, string> = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts;

/** Lines such as `docs/a.md: what is wrong`: an empty list is what every page should come to. */
const complaints = (of: readonly Page[], about: (page: Page) => string[]) =>
  of.flatMap((page) => about(page).map((complaint) => `${page.path}: ${complaint}`));

describe('every page', () => {
  it('is found', () => {
    expect(pages.length).toBeGreaterThan(40);
    expect(pages.flatMap(links).length).toBeGreaterThan(50);
    expect(writtenPages.flatMap(codeSpans).length).toBeGreaterThan(500);
  });

  it('links to files that exist, and to headings that they have', () => {
    const broken = complaints(pages, (page) =>
      links(page).flatMap(({ file, anchor }) => {
        if (!existsSync(join(ROOT, file))) return [`there is no ${file}`];
        const known = anchor === undefined || !file.endsWith('.md') || anchors(pageAt(file)).includes(anchor);
        return known ? [] : [`${file} has no heading #${anchor}`];
      }),
    );

    expect(broken).toEqual([]);
  });

  it('says nothing twice: no row of a table, no line, no word', () => {
    const doubled = complaints(writtenPages, ({ path, text }) => {
      const lines = text.split('\n').filter((line) => /^[-*|A-Z].{60}/.test(line) && !/^\|[-:|]+$/.test(line));
      const starts = lines.map((line) => line.slice(0, 60));
      const rows = tables({ path, text }).flatMap((table) => duplicates(namesOfRows(table)));
      const words = [...text.matchAll(/\b(\w+) \1\b(?![-:])/g)].map(([twice]) => twice).filter((it) => !/\d/.test(it));
      return [...duplicates(starts), ...rows, ...words];
    });

    expect(doubled).toEqual([]);
  });
});

const duplicates = (texts: readonly string[]): string[] => texts.filter((text, at) => texts.indexOf(text) < at);

/** What a row is about: its first cell, or two where the first is only a letter or half of a key. */
const namesOfRows = ([heading = [], ...rows]: readonly string[][]): string[] => {
  const cells = ['', 'pk'].includes(heading[0] ?? '') ? 2 : 1;
  return rows.filter(([first]) => first !== '').map((row) => row.slice(0, cells).join(' | '));
};

describe('a page that somebody wrote', () => {
  const FOLDERS = [
    'adapters',
    'bench',
    'bin',
    'cli',
    'config',
    'core',
    'dashboard',
    'docs',
    'examples',
    'lambdas',
    'lib',
    'live-stream',
    'local',
    'test',
  ];
  const isPath = (code: string): boolean =>
    FOLDERS.some((folder) => code.startsWith(`${folder}/`)) && /^[\w./*-]+$/.test(code);

  it('names files and folders that exist', () => {
    const missing = complaints(writtenPages, (page) =>
      codeSpans(page)
        .filter(isPath)
        .filter((path) => globSync(path, { cwd: ROOT }).length + globSync(`${path}.*`, { cwd: ROOT }).length === 0)
        .map((path) => `there is no ${path}`),
    );

    expect(missing).toEqual([]);
  });

  it('names tests that exist', () => {
    const missing = complaints(writtenPages, (page) =>
      codeSpans(page)
        .filter((code) => /^[\w./-]+\.test\.ts$/.test(code))
        .filter((test) => !tracked.some((file) => file === test || file.endsWith(`/${test}`)))
        .map((test) => `there is no test ${test}`),
    );

    expect(missing).toEqual([]);
  });

  it('names commands that package.json has', () => {
    const missing = complaints(writtenPages, (page) =>
      commands(page)
        .flatMap((line) => [...line.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name))
        .filter((name) => !(name in scripts))
        .map((name) => `there is no npm run ${name}`),
    );

    expect(missing).toEqual([]);
  });

  it('runs test files and tools that exist', () => {
    const run = writtenPages.flatMap((page) =>
      commands(page).flatMap((line) => [...line.matchAll(/(?:vitest run|node) ([\w/.-]+\/[\w/.-]+)/g)]),
    );

    expect(run.map(([, path = '']) => path).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

it('docs/README.md leads to every page', () => {
  const index = pageAt('docs/README.md');
  const led = links(index).map(({ file }) => file.replace(/\/$/, ''));
  const alone = writtenPages
    .map(({ path }) => path)
    .filter((path) => path.startsWith('docs/') && path !== index.path && !path.startsWith('docs/performance/'))
    .filter((path) => !led.some((file) => path === file || path.startsWith(`${file}/`)));

  expect(alone).toEqual([]);
});

it('every command of package.json is in README, CONTRIBUTING or docs', () => {
  const told = writtenPages.flatMap(commands).join('\n');
  // npm runs these by itself.
  const isHook = (name: string) =>
    /^(pre|post)/.test(name) && name.replace(/^(pre|post)/, '') in { ...scripts, pack: '' };
  const silent = Object.keys(scripts)
    .filter((name) => !isHook(name))
    .filter((name) => !new RegExp(String.raw`npm (run )?${name}(?![\w:-])`).test(told));

  expect(silent).toEqual([]);
});

describe('docs/settings.md', () => {
  const rows = rowsBelow('docs/settings.md', 'name', 'default', 'meaning');
  const LAPTOP = ['PORT', 'DATA_DIR'];
  const names = rows.flatMap(([name]) => codeOf(name));

  it('are those that there are', () => {
    expect(names.toSorted()).toEqual([...LAPTOP, ...SETTING_NAMES].toSorted());
  });

  it('have the defaults that the code has', () => {
    const parsed = parseSettings({});
    const defaults: Record<string, number | string | readonly (number | string)[] | undefined> =
      parsed.kind === 'ok' ? parsed.settings : {};
    const shown = rows.flatMap(([name, value = '']) =>
      codeOf(name)
        .filter((setting) => !LAPTOP.includes(setting))
        .map((setting) => `${setting} ${value.replaceAll('`', '')}`),
    );
    const wrong = shown.filter((line) => {
      const [setting = '', ...words] = line.split(' ');
      const said = words.join(' ');
      const has = String(defaults[setting] ?? '');
      // Where nothing is the default, the page may say what then happens instead.
      return has === '' ? /^[\d[{]/.test(said) && setting !== 'OUTBOUND_ALLOWED_CIDRS' : said !== has;
    });

    expect(wrong).toEqual([]);
  });

  it('are the only names in capitals that a page may call a setting', () => {
    const source = tracked.filter((file) => /\.(ts|tsx|js|json)$/.test(file) && !file.startsWith('test/contract/docs'));
    const code = source.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n');
    const inBlock = (page: Page, name: string) => new RegExp(String.raw`^\s*${name}=`, 'm').test(page.text);
    const unknown = complaints(writtenPages, (page) =>
      codeSpans(page)
        .flatMap((span) => span.match(/^[A-Z][A-Z\d]*(_[A-Z\d]+)+(?==|$)/) ?? [])
        .filter((name) => !code.includes(name) && !inBlock(page, name))
        .map((name) => `nothing reads ${name}`),
    );

    expect(unknown).toEqual([]);
  });
});

describe('the tables of docs/architecture.md', () => {
  it('have a row for every folder of code', () => {
    const told = rowsBelow('docs/architecture.md', 'folder').flatMap(([folder]) => codeOf(folder));
    const folders = globSync(['*/', '{core,adapters}/*/'], {
      cwd: ROOT,
      exclude: ['node_modules', 'docs', 'dist', 'reports', 'coverage', 'cdk.out'],
    });
    const silent = folders
      .map((folder) => folder.replace(/\/$/, ''))
      .filter((folder) => !told.some((path) => path === folder || path.startsWith(`${folder}/`)));

    expect(folders.length).toBeGreaterThan(20);
    expect(silent).toEqual([]);
  });

  it('have a row for every item of the Directory', () => {
    const rows = rowsBelow('docs/architecture.md', 'pk', 'sk', 'item');
    const told = rows.flatMap(([pk = '', sk]) => codeOf(sk).map((sort) => shape(`${codeOf(pk)[0]} ${sort}`)));
    const { partition: _, organizationIn: __, ...keys } = directoryKeys;
    const stored = Object.values(keys).map((keyOf) => {
      const { pk, sk } = keyOf('<id>', '<id>');
      return shape(`${pk} ${sk}`);
    });

    expect(told.toSorted()).toEqual(stored.toSorted());
  });

  it('have a row for every kind of counter', () => {
    const told = rowsBelow('docs/architecture.md', 'pk', 'item').flatMap(([pk]) => codeOf(pk));
    const code = readFileSync(join(ROOT, 'adapters/aws/counters/counter-keys.ts'), 'utf8');
    const stored = new Set([...code.matchAll(/key\('([A-Z]+)'/g)].map(([, prefix = '']) => prefix));

    expect(stored.size).toBeGreaterThan(5);
    expect([...new Set(told.map((pk) => pk.replace(/#.*/, '')))].toSorted()).toEqual([...stored].toSorted());
  });
});

/** Ids and hashes are one and the same here. */
const shape = (key: string): string => key.replaceAll(/#(<[^>]*\)?>|[0-9a-f]{64})/g, '#…');

it('docs/channels has a page for every kind, but those that have one of their own', () => {
  const elsewhere = ['live-stream', 'webhook'];
  const files = globSync('docs/channels/*.md', { cwd: ROOT })
    .map((file) => basename(file, '.md'))
    .filter((name) => name !== 'README');

  expect([...files, ...elsewhere].toSorted()).toEqual(ChannelKind.options.toSorted());
});

it('docs/runbook.md has every metric, with unit, writer and meaning', () => {
  const rows = rowsBelow('docs/runbook.md', 'metric', 'unit', 'written by', 'what it says');
  const declared = Object.entries(METRICS).map(([name, { unit, by, meaning }]) => [
    `\`${name}\``,
    unit.toLowerCase(),
    by,
    meaning,
  ]);

  expect(rows).toEqual(declared);
});

it.each(Object.entries(figures))('%s says the numbers that the code has', (path, sentences) => {
  const { text } = pageAt(path);

  expect(sentences.filter((sentence) => !text.includes(sentence)).map((sentence) => `write: ${sentence}`)).toEqual([]);
});

describe('the command notify', () => {
  const program = programOf(surroundingsOf());
  const flags = (command: CommandUnknownOpts): string[] =>
    command.options.flatMap(({ short, long }) => [short, long]).filter((flag) => flag !== undefined && flag !== null);

  const wrongIn = ({ words, options }: NotifyLine): string[] => {
    const [name = '', below = ''] = words;
    if (name.startsWith('-')) return [];
    const command = program.commands.find((candidate) => candidate.name() === name);
    if (command === undefined) return [`there is no notify ${name}`];
    const inner = command.commands.find((candidate) => candidate.name() === below) ?? command;
    const known = new Set([...flags(inner), '-h', '--help']);
    return options.filter((option) => !known.has(option)).map((option) => `notify ${name} has no ${option}`);
  };

  it('has what the pages show of it', () => {
    expect(writtenPages.flatMap(notifyLines).length).toBeGreaterThan(30);
    expect(complaints(writtenPages, (page) => notifyLines(page).flatMap(wrongIn))).toEqual([]);
  });

  it('has a row in docs/command.md for every command, with every option', () => {
    const rows = rowsBelow('docs/command.md', 'command', 'does').map(([name, does]) => [
      ...codeOf(name),
      ...codeOf(does),
    ]);
    const silent = program.commands.flatMap((command) => {
      const row = rows.find(([name]) => name === `notify ${command.name()}`) ?? [];
      const below = command.commands.map((inner) => `notify ${command.name()} ${inner.name()}`);
      const told = [`notify ${command.name()}`, ...below, ...flags(command).filter((flag) => flag !== '--json')];
      return told.filter((code) => !row.includes(code)).map((code) => `write: ${code} in ${command.name()}`);
    });

    expect(silent).toEqual([]);
  });
});
