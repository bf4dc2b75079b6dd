import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';

/** Compressed script that the first page may need before it can be used, in bytes. */
export const FIRST_LOAD_GZIP_BYTES = 400_000;

/** What the first visit of the overview costs. */
export interface FirstLoad {
  /** Bytes of compressed script until everything is drawn. */
  readonly scriptBytes: number;
  readonly files: number;
  /** Milliseconds from the start of the navigation. */
  readonly largestContentfulPaintMs: number;
  /** How much of what is seen moves by itself; 0 is nothing. */
  readonly layoutShift: number;
}

/** Runs in the page, before anything of its own. */
const OBSERVE = `globalThis.seen = { paint: 0, shift: 0 };
new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.paint = entry.startTime; })
  .observe({ type: 'largest-contentful-paint', buffered: true });
new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.shift += entry.value; })
  .observe({ type: 'layout-shift', buffered: true });`;

/** Opens the overview in a page that has not loaded anything yet, and measures until the map, its last part, is drawn. */
export async function measureFirstLoad(page: Page, baseUrl: string, token: string): Promise<FirstLoad> {
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  });
  // Any file of the origin, to reach the storage of the tab.
  await page.goto(`${baseUrl}/favicon.svg`);
  await page.evaluate(`sessionStorage.setItem('notification-router.token', ${JSON.stringify(token)})`);
  await page.addInitScript(OBSERVE);
  await page.goto(`${baseUrl}/`);
  await page.getByRole('list', { name: 'Channels' }).waitFor();
  const { paint, shift } = await page.evaluate<{ paint: number; shift: number }>(
    // The observers are told once the frame is drawn.
    'new Promise((settle) => requestAnimationFrame(() => requestAnimationFrame(() => settle(seen))))',
  );
  const sizes = await Promise.all(scripts.map(async (response) => gzipSync(await response.body()).length));
  return {
    scriptBytes: sizes.reduce((total, bytes) => total + bytes, 0),
    files: sizes.length,
    largestContentfulPaintMs: paint,
    layoutShift: shift,
  };
}
