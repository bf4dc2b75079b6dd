import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The file in an asset that says whose code is in it. */
export const NOTICE_FILE = 'third-party-licenses.txt';

const OWN_LICENSE = join(import.meta.dirname, '../LICENSE');

/** A package that is part of an asset. */
interface ThirdParty {
  readonly title: string;
  /** Its licence, and its notice if it has one. */
  readonly text: string;
}

/**
 * The licences of the packages that `files` belong to, each text once, below the packages that it is for. Licences
 * require this wherever their code goes, and bundling drops their files and comments.
 *
 * @param files absolute paths of the sources of a bundle; files outside any package are ours
 * @returns `undefined` when all the code is ours
 * @throws when a package does not state its licence, so that no code ships without one
 */
export function licensesOf(files: Iterable<string>): string | undefined {
  const folders = new Set<string>();
  for (const file of files) {
    const [, folder] = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(file) ?? [];
    if (folder !== undefined) folders.add(folder);
  }
  if (folders.size === 0) return undefined;
  const packages = [...folders].map(readPackage).sort((a, b) => (a.title < b.title ? -1 : 1));
  const byText = Map.groupBy(packages, ({ text }) => text.replaceAll(/\s+/g, ' '));
  const blocks = [...byText.values()].map(
    (same) => `${RULE}\n${titlesOf(same).join('\n')}\n${RULE}\n\n${same[0]?.text}\n`,
  );
  return `What is in this folder contains code of the packages below, each under its licence.\n\n${blocks.join('\n')}`;
}

/** The same version may be there twice, below two packages that depend on it. */
const titlesOf = (packages: readonly ThirdParty[]) => [...new Set(packages.map(({ title }) => title))];

const RULE = '-'.repeat(80);

function readPackage(folder: string): ThirdParty {
  const { name, version, license } = Object(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const read = (pattern: RegExp) =>
    readdirSync(folder)
      .filter((file) => pattern.test(file))
      .sort()
      .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const licenses = read(/^(?:licen[cs]e|copying)/i);
  const texts = licenses.length > 0 ? licenses : [standardText(String(name ?? basename(folder)), license)];
  return { title: `${name} ${version} (${license})`, text: [...texts, ...read(/^notice/i)].join('\n\n') };
}

/** For packages that name their licence but lack its text. */
function standardText(name: string, license: unknown): string {
  if (license === 'Apache-2.0') return readFileSync(OWN_LICENSE, 'utf8').trim();
  if (license === 'MIT') return `MIT License\n\nCopyright (c) the authors of ${name}\n\n${MIT}`;
  throw new Error(
    `the package ${name} comes without a licence (${JSON.stringify(license)}): it may not be distributed`,
  );
}

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;
