import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './pages.ts';

const sourceOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/**
 * A number as a file declares it, `const NAME = 5 * DAY_MS;`. Read from the source, so that no constant is exported for
 * the sake of a page.
 *
 * @throws when the file declares none, which means that a page's figure lost its source
 */
export function constantIn(file: string, name: string): number {
  const found = new RegExp(String.raw`\bconst ${name} = ([\w *]+);`).exec(sourceOf(file));
  const factors = found?.[1]?.split('*').map((factor) => numberOf(file, factor.trim())) ?? [];
  if (factors.length === 0) throw new Error(`${file} declares no number ${name}`);
  return factors.reduce((product, factor) => product * factor, 1);
}

const numberOf = (file: string, factor: string): number =>
  /^[\d_]+$/.test(factor) ? Number(factor.replaceAll('_', '')) : constantIn(file, factor);

/** The number that an expression finds in a file, as its only group. @throws when it is not there */
export function numberIn(file: string, expression: RegExp): number {
  const found = expression.exec(sourceOf(file))?.[1];
  if (found === undefined) throw new Error(`${file} has nothing like ${String(expression)}`);
  return Number(found.replaceAll('_', ''));
}
