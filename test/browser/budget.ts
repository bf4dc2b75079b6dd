import { managementApi } from '../integration/api.ts';
import { startStack } from '../integration/stack.ts';
import { enter, launchBrowser } from './browser.ts';
import { FIRST_LOAD_GZIP_BYTES, measureFirstLoad, type FirstLoad } from './first-load.ts';
import { measurePayload, PAYLOAD_NODES, PAYLOAD_SCRIPT_MS, sendLargePayload } from './large-payload.ts';
import { prepareSights } from './pages.ts';

/** Below half of what Core Web Vitals call good; medians on this machine. */
const MAX_PAINT_MS = 1000;
const MAX_LAYOUT_SHIFT = 0.05;
const LOADS = 7;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;

function report(name: string, shown: string, allowed: string, isWithin: boolean): void {
  if (!isWithin) process.exitCode = 1;
  console.log(`${isWithin ? 'ok  ' : 'OVER'} ${name}: ${shown} (${allowed})`);
}

interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly limit: number;
  readonly of: (load: FirstLoad) => number;
}

const figures: readonly Figure[] = [
  { name: 'script until drawn, gzip', unit: ' B', limit: FIRST_LOAD_GZIP_BYTES, of: (load) => load.scriptBytes },
  { name: 'largest contentful paint', unit: ' ms', limit: MAX_PAINT_MS, of: (load) => load.largestContentfulPaintMs },
  { name: 'layout shift', unit: '', limit: MAX_LAYOUT_SHIFT, of: (load) => load.layoutShift },
];

const [stack, browser] = await Promise.all([startStack(), launchBrowser()]);
try {
  const api = managementApi(stack);
  await prepareSights(stack, api);
  const loads: FirstLoad[] = [];
  // The first one also starts functions and fills the file cache: it is not counted.
  for (let load = 0; load <= LOADS; load += 1) {
    const page = await browser.open();
    const measured = await measureFirstLoad(page, stack.baseUrl, stack.credentials.managementToken);
    if (load > 0) loads.push(measured);
    await page.context().close();
  }
  for (const { name, unit, limit, of } of figures) {
    const value = median(loads.map(of));
    const shown = `${unit === '' ? value.toFixed(3) : Math.round(value)}${unit}`;
    report(name, shown, `median of ${LOADS}, at most ${limit}${unit}`, value <= limit);
  }
  const page = await browser.open();
  await enter(page, `${stack.baseUrl}/`, stack.credentials.managementToken);
  const { scriptMs, nodes } = await measurePayload(page, await sendLargePayload(stack, api));
  report(
    '1 MiB of payload, script',
    `${Math.round(scriptMs)} ms`,
    `at most ${PAYLOAD_SCRIPT_MS} ms`,
    scriptMs <= PAYLOAD_SCRIPT_MS,
  );
  report('1 MiB of payload, elements', `${nodes}`, `at most ${PAYLOAD_NODES}`, nodes <= PAYLOAD_NODES);
} finally {
  await Promise.all([stack.stop(), browser.close()]);
}
