import { managementApi } from '../integration/api.ts';
import { startStack } from '../integration/stack.ts';
import { launchBrowser } from './browser.ts';
import { FIRST_LOAD_GZIP_BYTES, measureFirstLoad, type FirstLoad } from './first-load.ts';
import { prepareSights } from './pages.ts';

/** What Core Web Vitals call good, at the 75th percentile of real visits; here the median on this machine. */
const MAX_PAINT_MS = 2500;
const MAX_LAYOUT_SHIFT = 0.1;
const LOADS = 7;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;

interface Figure {
  readonly name: string;
  readonly unit: string;
  /** Absent: shown for comparison alone. */
  readonly limit?: number;
  readonly of: (load: FirstLoad) => number;
}

const figures: readonly Figure[] = [
  { name: 'script until usable, gzip', unit: ' B', limit: FIRST_LOAD_GZIP_BYTES, of: (load) => load.neededBytes },
  { name: 'script with the chart, gzip', unit: ' B', of: (load) => load.wholeBytes },
  { name: 'largest contentful paint', unit: ' ms', limit: MAX_PAINT_MS, of: (load) => load.largestContentfulPaintMs },
  { name: 'layout shift', unit: '', limit: MAX_LAYOUT_SHIFT, of: (load) => load.layoutShift },
];

const [stack, browser] = await Promise.all([startStack(), launchBrowser()]);
try {
  await prepareSights(stack, managementApi(stack));
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
    const isOver = limit !== undefined && !(value <= limit);
    if (isOver) process.exitCode = 1;
    const allowed = limit === undefined ? 'no limit' : `at most ${limit}${unit}`;
    console.log(`${isOver ? 'OVER' : 'ok  '} ${name}: ${shown} (median of ${LOADS}, ${allowed})`);
  }
} finally {
  await Promise.all([stack.stop(), browser.close()]);
}
