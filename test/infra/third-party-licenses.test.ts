import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { bundleFunction, bundleLiveStream } from '../../lib/bundling.ts';
import { buildDashboard } from '../../lib/constructs/edge/build-dashboard.ts';
import { licensesOf, NOTICE_FILE } from '../../lib/third-party-licenses.ts';

const ROOT = join(import.meta.dirname, '../..');
const roots: string[] = [];

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

/** A folder of packages; gives the paths of one file of each. */
function installed(packages: Readonly<Record<string, Readonly<Record<string, string>>>>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'licenses-'));
  roots.push(root);
  return Object.entries(packages).map(([name, { license = 'MIT', ...files }]) => {
    const folder = join(root, 'node_modules', name);
    const manifest = JSON.stringify({ name: name.split('node_modules/').at(-1), version: '1.2.3', license });
    for (const [path, text] of Object.entries({ 'package.json': manifest, ...files })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return join(folder, 'dist/index.js');
  });
}

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Package names that a bundle's report names as inputs. */
function packagesIn(report: string): Map<string, string> {
  const { inputs } = JSON.parse(readFileSync(join(ROOT, 'dist/meta', report), 'utf8'));
  const found = Object.keys(inputs).flatMap((path) => {
    const [, folder, name] = /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(path) ?? [];
    return folder === undefined || name === undefined ? [] : [[name, join(ROOT, folder)] as const];
  });
  return new Map(found);
}

describe('what is distributed', () => {
  const functions = readdirSync(join(ROOT, 'lambdas'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const bundles = [
    ...functions.map(({ name }) => [`lambdas/${name}.json`, () => bundleFunction(name)] as const),
    ['live-stream.json', () => bundleLiveStream()] as const,
  ];

  it.each(bundles)('has the licence of every package that is in it: %s', (report, bundle) => {
    const notice = plain(readFileSync(join(bundle(), NOTICE_FILE), 'utf8'));
    const packages = packagesIn(report);

    const missing = [...packages].filter(([name, folder]) => {
      const license = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
      const text = license === undefined ? '' : plain(readFileSync(join(folder, license), 'utf8'));
      return !notice.includes(` ${name} `) || !notice.includes(text);
    });

    expect(packages.size).toBeGreaterThan(0);
    expect(missing).toEqual([]);
  });

  it('has the licence of every package that the dashboard imports', () => {
    const notice = readFileSync(join(buildDashboard(), NOTICE_FILE), 'utf8');
    const sources = readdirSync(join(ROOT, 'dashboard/src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
      .map((path) => readFileSync(join(ROOT, 'dashboard/src', path), 'utf8'));
    const imported = sources.flatMap((source) =>
      [...source.matchAll(/^import (?!type )(?:[^;]*? from )?'(?!virtual:)((?:@[^/']+\/)?[^./'][^/']*)/gm)].map(
        ([, name]) => name,
      ),
    );

    const missing = [...new Set(imported)].filter((name) => !notice.includes(`\n${name} `));

    expect(imported).toContain('react');
    expect(missing).toEqual([]);
  });

  it('is copied into the image', () => {
    expect(readFileSync(join(ROOT, 'live-stream/Dockerfile'), 'utf8')).toMatch(
      new RegExp(`^COPY .*${NOTICE_FILE}`, 'm'),
    );
  });
});

describe('the licences of packages', () => {
  it('name each package and version above its text, and each text once', () => {
    const files = installed({
      b: { LICENSE: 'Text  one' },
      '@scope/a': { 'license.md': 'Text one\n' },
      c: { COPYING: 'Text two' },
      'c/node_modules/b': { LICENCE: 'Text one' },
    });

    const notice = licensesOf(files) ?? '';

    expect(notice).toMatch(/^-+\n@scope\/a 1\.2\.3 \(MIT\)\nb 1\.2\.3 \(MIT\)\n-+\n\nText one\n$/m);
    expect(notice.match(/Text\s+one/g)).toHaveLength(1);
    expect(notice).toContain('c 1.2.3 (MIT)');
  });

  it('have the notices that go with them', () => {
    const notice = licensesOf(installed({ a: { LICENSE: 'The licence', 'NOTICE.txt': 'A notice' } }));

    expect(notice).toContain('The licence\n\nA notice');
  });

  it.each([
    ['MIT', 'Permission is hereby granted'],
    ['Apache-2.0', 'Apache License'],
  ])('have the standard text of %s where a package forgot it', (license, text) => {
    expect(licensesOf(installed({ a: { license } }))).toContain(text);
  });

  it.each(['UNLICENSED', 'GPL-3.0', 'SEE LICENSE IN x'])('are refused for a package with %s and no text', (license) => {
    const files = installed({ a: { license } });

    expect(() => licensesOf(files)).toThrow('the package a comes without a licence');
  });

  it('are nothing where all is ours', () => {
    expect(licensesOf(['/project/core/a.ts'])).toBeUndefined();
  });
});
