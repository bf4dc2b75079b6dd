import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser, type Page } from 'playwright-core';

/** How a page is opened. */
export interface PageOptions {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
}

/** A browser, and what its pages complained about. */
export interface TestBrowser {
  readonly browser: Browser;
  /** Errors and violations of the content security policy, on all pages, in order. */
  readonly complaints: string[];
  /** A page with storage of its own, as another person has. */
  open(options?: PageOptions): Promise<Page>;
  close(): Promise<void>;
}

/** Answers that a test brings about on purpose are logged by the browser as errors. */
const EXPECTED = /status of (401|403|404|503)|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_FAILED/;

/** The Chromium that npm installs, without a window. It needs nothing of the system. */
export async function launchBrowser(): Promise<TestBrowser> {
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    // Tests may run as root, where Chromium's own sandbox cannot.
    args: [...chromium.args, '--no-sandbox'],
    headless: true,
  });
  const complaints: string[] = [];
  return {
    browser,
    complaints,
    open: async ({ theme = 'light', width = 1280, height = 900 } = {}) => {
      const context = await browser.newContext({ colorScheme: theme, viewport: { width, height } });
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
      page.on('console', (line) => {
        if (line.type() === 'error' && !EXPECTED.test(line.text())) complaints.push(`${page.url()}: ${line.text()}`);
      });
      return page;
    },
    close: () => browser.close(),
  };
}

/** Signs in with a management token, in the form for it. */
export async function signInWithToken(page: Page, baseUrl: string, token: string): Promise<void> {
  await page.goto(`${baseUrl}/`);
  const toggle = page.getByRole('button', { name: 'Use a management token instead' });
  const field = page.getByRole('textbox', { name: 'Management token' });
  await toggle.or(field).first().waitFor();
  if (await toggle.isVisible()) await toggle.click();
  await field.fill(token);
  await page.getByRole('button', { name: 'Use the token' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
}
