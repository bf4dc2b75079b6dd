import axe from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { managementApi } from '../integration/api.ts';
import { startStack, type Stack } from '../integration/stack.ts';
import { PATIENT, enter, launchBrowser, type TestBrowser } from './browser.ts';
import { FIRST_LOAD_GZIP_BYTES, measureFirstLoad } from './first-load.ts';
import { prepareSights, type Sight } from './pages.ts';

let stack: Stack;
let browser: TestBrowser;
let sights: Sight[];

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchBrowser()]);
  sights = await prepareSights(stack, managementApi(stack));
});
afterAll(async () => {
  await Promise.all([stack?.stop(), browser?.close()]);
});

/** Goes from page to page as a person does, without loading the app anew, and waits until nothing is on its way. */
async function visit(page: Page, { path, heading }: Sight): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.getByText('Loading').first().waitFor({ state: 'hidden' });
}

/** What axe finds wrong, in one line each. A theme changes colours alone, so one of the two is asked everything. */
async function violations(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  const options = {
    resultTypes: ['violations'],
    ...(theme === 'dark' && { runOnly: ['color-contrast', 'link-in-text-block'] }),
  };
  await page.evaluate(axe.source);
  const found = await page.evaluate<axe.Result[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}

describe.each(['light', 'dark'] as const)('every page in the %s theme', (theme) => {
  it('has no accessibility violation that axe knows, the page for signing in too', async () => {
    const page = await browser.open({ theme });
    await page.goto(stack.baseUrl);
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    const found: Record<string, string[]> = { 'sign-in': await violations(page, theme) };
    await enter(page, `${stack.baseUrl}/`, stack.credentials.managementToken);

    for (const sight of sights) {
      await visit(page, sight);
      found[sight.name] = await violations(page, theme);
    }

    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, []])));
  });
});

/** A window of 1280 pixels at 200 % zoom, and a telephone. */
const NARROW = [640, 390];

it('fits every page on a telephone and at 200 % zoom, whatever was sent, and is accessible there', async () => {
  const page = await browser.open({ width: 390, height: 844 });
  await enter(page, `${stack.baseUrl}/`, stack.credentials.managementToken);
  const tooWide: Record<string, number> = {};
  const found: Record<string, string[]> = {};

  for (const sight of sights) {
    await visit(page, sight);
    for (const width of NARROW) {
      await page.setViewportSize({ width, height: 844 });
      const taken = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (taken > width) tooWide[`${sight.name} in ${width}`] = taken;
    }
    found[sight.name] = await violations(page, 'light');
  }

  expect(tooWide).toEqual({});
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, []])));
});

it('leads to its help in a tab of its own, which is accessible in both themes and fits a telephone', async () => {
  const found: Record<string, string[]> = {};
  for (const theme of ['light', 'dark'] as const) {
    const page = await browser.open({ theme, width: 390, height: 844 });
    await enter(page, `${stack.baseUrl}/o/${stack.credentials.organizationId}/live`, stack.credentials.managementToken);
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Learn more about Live' }).click();
    const help = await opened;
    await help.getByRole('heading', { level: 1, name: 'Live Stream' }).waitFor();
    found[theme] = await violations(help, 'light');

    expect(await help.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    // Its style sheet has arrived, whatever the content security policy says.
    expect(await help.evaluate<string>('getComputedStyle(document.querySelector("main")).maxWidth')).toBe('832px');
  }

  expect(found).toEqual({ light: [], dark: [] });
});

it('shows the navigation wherever there is room for it, until somebody closes it', async () => {
  const page = await browser.open({ width: 390, height: 844 });
  await enter(page, `${stack.baseUrl}/`, stack.credentials.managementToken);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  const link = page.getByRole('navigation', { name: 'Side navigation' }).getByRole('link', { name: 'Webhooks' });

  const onPhone = await link.count();
  await page.getByRole('button', { name: 'Open side navigation' }).click();
  await link.click();
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  await expect.poll(() => link.count(), PATIENT).toBe(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  await link.waitFor();
  await page.getByRole('button', { name: 'Close side navigation' }).click();
  await expect.poll(() => link.count(), PATIENT).toBe(0);

  expect(onPhone).toBe(0);
});

it('is reached and left by the keyboard alone', async () => {
  const page = await browser.open();
  await enter(page, `${stack.baseUrl}/`, stack.credentials.managementToken);

  await page.getByRole('link', { name: 'Webhooks' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  await page.getByRole('link', { name: 'Production alerts' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Production alerts' }).waitFor();
  await page.getByRole('button', { name: 'Disable' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count(), PATIENT).toBe(0);
  await page.getByLabel('Deliver to Wall display').focus();
  await page.keyboard.press('Space');
  await page.getByText('Link saved').waitFor();
  await page.getByRole('link', { name: 'Edit filter' }).first().focus();
  await page.keyboard.press('Enter');
  await page.getByText('Would have matched 2 of 3').waitFor();
  await page.getByRole('button', { name: 'Does not match' }).focus();
  await page.keyboard.press('Enter');

  await expect.poll(() => page.getByRole('dialog', { name: 'Why it does not match' }).count(), PATIENT).toBe(1);
});

it(`loads at most ${FIRST_LOAD_GZIP_BYTES} bytes of compressed script for its first page`, async () => {
  const page = await browser.open();

  const load = await measureFirstLoad(page, stack.baseUrl, stack.credentials.managementToken);

  console.log(`first load: ${load.scriptBytes} bytes of compressed script in ${load.files} files`);
  expect(load.scriptBytes).toBeGreaterThan(0);
  expect(load.scriptBytes).toBeLessThanOrEqual(FIRST_LOAD_GZIP_BYTES);
});

it('has no error and offends no content security policy on any page', () => {
  expect(browser.complaints).toEqual([]);
});
