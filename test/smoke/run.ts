/** `npm run smoke -- https://…`: tries the specification on a router, wherever it runs. Exit status 1: not all of it holds. */
import { readOptions, USAGE, type Options } from './options.ts';
import { runSmoke } from './suite.ts';
import type { Result } from './check.ts';

function options(): Options {
  try {
    return readOptions(process.argv.slice(2), process.env);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    return process.exit(2);
  }
}

function print({ group, name, section, passed, durationMs, error = '' }: Result): void {
  console.log(`${passed ? '✓' : '✗'} ${group}: ${name} (${section}) ${durationMs} ms`);
  if (!passed) console.log(error.trim().replaceAll(/^/gm, '    '));
}

const { target, only, json } = options();
const stop = new AbortController();
// Once: the second one ends it at once, and leaves its organisation behind.
process.once('SIGINT', () => stop.abort());
try {
  const { signal } = stop;
  const results = await runSmoke(target, { only, signal, ...(json ? {} : { onResult: print }) });
  const passed = results.filter((result) => result.passed).length;
  if (json) console.log(JSON.stringify({ baseUrl: target.baseUrl, checks: results }, null, 2));
  else console.log(`${passed} of ${results.length} checks passed.`);
  process.exit(results.length > 0 && passed === results.length && !signal.aborted ? 0 : 1);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
