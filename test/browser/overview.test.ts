import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Page, Route } from 'playwright-core';
import { managementApi, type ManagementApi } from '../integration/api.ts';
import { startStack, type Stack } from '../integration/stack.ts';
import { enter, launchBrowser, PATIENT, type TestBrowser } from './browser.ts';

let stack: Stack;
let browser: TestBrowser;
let api: ManagementApi;
let webhookId: string;
let channelId: string;

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchBrowser()]);
  api = managementApi(stack);
  webhookId = (await api.createWebhook({ name: 'Busiest' })).id;
  channelId = (await api.createChannel({ kind: 'live-stream', name: 'Wall display', config: {} })).id;
  await api.link(webhookId, channelId, { filter: { priority: { gte: 4 } } });
});
afterEach(async () => {
  await Promise.all(browser.browser.contexts().map((context) => context.close()));
});
afterAll(async () => {
  await Promise.all([stack?.stop(), browser?.close()]);
});

const HOUR_MS = 3_600_000;

/** An hour in which one of ten deliveries failed, for each hour of the day. */
const hours = (from: string, scale: number) =>
  Array.from({ length: 24 }, (_, hour) => ({
    at: new Date(Date.parse(from) + hour * HOUR_MS).toISOString(),
    messages: 10 * scale,
    delivered: 9 * scale,
    failed: scale,
    skipped: 0,
    pending: hour === 23 ? 2 : 0,
    p50Ms: 200,
    p95Ms: 1500,
  }));

/** Answers for the figures as they are with 10,000 webhooks and 1,000 channels, of which the busiest are real. */
async function answerStats(route: Route): Promise<void> {
  const { searchParams } = new URL(route.request().url());
  const from = searchParams.get('from') ?? '';
  const many = (count: number, real: { readonly id: string; readonly name: string }) =>
    Array.from({ length: count }, (_, index) => ({
      ...(index === 0 ? real : { id: `${real.id}_${index}`, name: `Other ${index}` }),
      points: hours(from, index === 0 ? 5 : 1).slice(0, index < 20 ? 24 : 1),
    }));
  const by = searchParams.get('by');
  const together = () => [{ id: null, name: null, points: hours(from, 100) }];
  const webhooks = () => many(10_000, { id: webhookId, name: 'Busiest' });
  const channels = () => many(1000, { id: channelId, name: 'Wall display' });
  const series = (by === 'webhook' ? webhooks : by === 'channel' ? channels : together)();
  const json = {
    from,
    to: searchParams.get('to'),
    bucket: searchParams.get('bucket'),
    asOf: new Date().toISOString(),
    series,
  };
  await route.fulfill({ json });
}

async function overview(): Promise<Page> {
  const page = await browser.open();
  await page.route(/\/stats\?/, answerStats);
  await enter(page, `${stack.baseUrl}/o/${stack.credentials.organizationId}/`, stack.credentials.managementToken);
  return page;
}

it('says four figures, and leads from each bar to the messages behind it', async () => {
  const page = await overview();

  await page.getByRole('link', { name: /^Messages 24,000/ }).waitFor();
  await page.getByRole('link', { name: /^Success 90.0/ }).waitFor();
  await page.getByText('1.5 s', { exact: true }).waitFor();
  const bars = page.getByRole('navigation', { name: 'Deliveries of the last 24 hours' }).getByRole('link');
  expect(await bars.count()).toBe(24);
  await bars.last().focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor();

  const asked = new URL(page.url()).searchParams;
  expect(Date.parse(asked.get('to') ?? '') - Date.parse(asked.get('from') ?? '')).toBe(HOUR_MS);
});

it('draws a map that stays small for 10,000 webhooks, and leads from a ribbon to the filter of its link', async () => {
  const page = await overview();
  const webhooks = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem');

  await webhooks.first().waitFor();
  expect(await webhooks.count()).toBe(13);
  expect(await webhooks.last().innerText()).toMatch(/^9,?9\d\d other webhooks/);
  await page.getByRole('link', { name: /^Busiest to Wall display, if priority is at least 4/ }).focus();
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { level: 1, name: /^Filter for/ }).waitFor();
});

it('says the map in words, too', async () => {
  const page = await overview();

  await page.getByRole('button', { name: 'Show as a list' }).click();

  const links = page.getByRole('listitem').filter({ hasText: 'Busiest → Wall display' });
  await links.first().waitFor();

  expect(await links.first().innerText()).toContain('priority is at least 4');
});

it('keeps the range in the address, and asks for steps that fit it', async () => {
  const page = await overview();
  const asked = page.waitForRequest(/\/stats\?.*bucket=1d/);

  await page.getByRole('link', { name: '30 d: the last 30 days' }).click();

  const { searchParams } = new URL((await asked).url());
  expect(Date.parse(searchParams.get('to') ?? '') - Date.parse(searchParams.get('from') ?? '')).toBe(30 * 24 * HOUR_MS);
  expect(new URL(page.url()).searchParams.get('range')).toBe('30d');
});

it('asks the router at most twice a minute while nobody touches it', async () => {
  const page = await browser.open();
  await page.route(/\/stats\?/, answerStats);
  await page.clock.install();
  await enter(page, `${stack.baseUrl}/o/${stack.credentials.organizationId}/`, stack.credentials.managementToken);
  await page.getByRole('list', { name: 'Channels' }).waitFor();
  // What the page reads when it opens is no polling.
  await page.waitForLoadState('networkidle');
  let calls = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls += 1;
  });

  for (let minute = 0; minute < 20; minute += 1) {
    await page.clock.runFor(60_000);
    await page.waitForLoadState('networkidle');
  }

  expect(calls).toBeGreaterThan(0);
  expect(calls).toBeLessThanOrEqual(40);
});

it('says what is wrong with a channel that fails, and where', async () => {
  const page = await browser.open();
  await page.route(/\/channels\?/, async (route) => {
    const answer = await route.fetch();
    const { items, nextCursor } = Object(await answer.json());
    const health = {
      state: 'failing',
      successRate: 0,
      p95Ms: null,
      lastDeliveredAt: null,
      lastFailure: { at: new Date().toISOString(), error: 'HTTP 500: upstream exploded' },
    };
    await route.fulfill({ json: { items: items.map((item: object) => ({ ...item, health })), nextCursor } });
  });
  await enter(page, `${stack.baseUrl}/o/${stack.credentials.organizationId}/`, stack.credentials.managementToken);

  await page.getByText('HTTP 500: upstream exploded').first().waitFor();
  await page.getByRole('link', { name: 'All channels' }).click();
  await page.getByRole('heading', { level: 1, name: 'Channels' }).waitFor();

  await expect.poll(() => page.getByText('Failing', { exact: true }).count(), PATIENT).toBeGreaterThan(0);
  expect(await page.getByText('Enabled').count()).toBe(0);
});

it('has no error and offends no content security policy', () => {
  expect(browser.complaints).toEqual([]);
});
