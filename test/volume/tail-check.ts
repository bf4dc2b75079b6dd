import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import { enter, type TestBrowser } from '../browser/browser.ts';
import type { ManagementApi } from '../integration/api.ts';
import type { Stack } from '../integration/stack.ts';
import type { Check } from './api-checks.ts';

interface Watched {
  readonly stack: Stack;
  readonly api: ManagementApi;
  readonly browser: TestBrowser;
}

const A_SECOND = 20;
const SAMPLES = 20;
/** A busy machine shows the newest this much later. */
const CATCH_UP_MS = 60_000;
/** The tab fills its cards and its caches in the first quarter of the time; from then on it has to stay as it is. */
const MAX_GROWTH = 1.1;

/**
 * A tab that shows the live tail while 20 messages come in each second.
 *
 * @param minutes how long it is watched
 */
export function tailCheck({ stack, api, browser }: Watched, minutes: number): Check {
  async function watch(): Promise<string | undefined> {
    const webhook = await api.createWebhook({ name: 'tail' });
    const channel = await api.createChannel({ name: 'tail', kind: 'live-stream', config: {} });
    await api.link(webhook.id, channel.id);
    const page = await browser.open();
    const live = `${stack.baseUrl}/o/${stack.credentials.organizationId}/live?channel=${channel.id}`;
    await enter(page, live, stack.credentials.managementToken);
    const tab = await page.context().newCDPSession(page);
    const samples: Sample[] = [];
    const sending = sendUntil(webhook.endpointUrl, Date.now() + minutes * 60_000);
    for (let index = 0; index < SAMPLES; index += 1) {
      await pause((minutes * 60_000) / SAMPLES);
      samples.push(await sampleOf(tab));
    }
    const { sent, refused } = await sending;
    const last = page.getByText(`Tick ${sent} of the tail`).first();
    const isShown = await last.waitFor({ timeout: CATCH_UP_MS }).then(
      () => true,
      () => false,
    );
    const newest = await page
      .getByText(/^Tick \d+ of the tail$/)
      .first()
      .textContent();
    await page.context().close();
    const heap = samples.map(({ heapBytes }) => (heapBytes / 1e6).toFixed(1));
    console.log(`  ${sent} sent in ${minutes} min; MB of the tab: ${heap.join(' ')}; nodes: ${samples.at(-1)?.nodes}`);
    if (refused.length > 0) return `${refused.length} sends were refused, with ${[...new Set(refused)].join(', ')}`;
    if (!isShown) return `the newest that is shown is ${newest}, not ${sent}`;
    return grew(samples, ({ heapBytes }) => heapBytes) ?? grew(samples, ({ nodes }) => nodes);
  }

  return {
    name: `a tab with the live tail stays as it is over ${minutes} minutes at ${A_SECOND} a second`,
    run: watch,
  };
}

interface Sample {
  readonly heapBytes: number;
  readonly nodes: number;
}

/** What is left after a garbage collection. */
async function sampleOf(tab: CDPSession): Promise<Sample> {
  await tab.send('HeapProfiler.collectGarbage');
  const [{ usedSize }, { nodes }] = await Promise.all([
    tab.send('Runtime.getHeapUsage'),
    tab.send('Memory.getDOMCounters'),
  ]);
  return { heapBytes: usedSize, nodes };
}

function grew(samples: readonly Sample[], of: (sample: Sample) => number): string | undefined {
  const quarter = SAMPLES / 4;
  const early = median(samples.slice(quarter, 2 * quarter).map(of));
  const late = median(samples.slice(-quarter).map(of));
  return late > early * MAX_GROWTH ? `grew from ${early} to ${late}` : undefined;
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

async function sendUntil(
  endpointUrl: string,
  end: number,
): Promise<{ readonly sent: number; readonly refused: readonly number[] }> {
  const began = Date.now();
  let sent = 0;
  const refused: number[] = [];
  while (Date.now() < end) {
    const due = Math.floor(((Date.now() - began) * A_SECOND) / 1000) - sent;
    const answers = await Promise.all(
      Array.from({ length: Math.max(0, due) }, async () => tick(endpointUrl, (sent += 1))),
    );
    refused.push(...answers.filter((status) => status !== 201));
    await pause(50);
  }
  return { sent, refused };
}

async function tick(endpointUrl: string, number: number): Promise<number> {
  const body = JSON.stringify({
    title: `Tick ${number} of the tail`,
    message: 'x'.repeat(500),
    priority: 1 + (number % 5),
  });
  const response = await fetch(endpointUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await response.body?.cancel();
  return response.status;
}
