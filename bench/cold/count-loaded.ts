/** Preloaded into an instance: writes down the size of each file of the bundle that is loaded. */
import { appendFileSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const { BENCH_LOADED: list = '', BENCH_BUNDLE: bundle = '' } = process.env;
const prefix = pathToFileURL(bundle).href;

registerHooks({
  load(url, context, nextLoad) {
    if (url.startsWith(prefix)) appendFileSync(list, `${statSync(fileURLToPath(url)).size}\n`);
    return nextLoad(url, context);
  },
});
