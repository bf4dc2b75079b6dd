import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser, type Locator, type Page } from 'playwright-core';

/** How a page is opened. */
interface PageOptions {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
}

/** A browser, and what its pages complained about. */
export interface TestBrowser {
  readonly browser: Browser;
  /** Errors and violations of the content security policy, on all pages, in order. */
  readonly complaints: string[];
  /** A page with storage of its own, as another person has, who asked for no motion: what fades in has other colours. */
  open(options?: PageOptions): Promise<Page>;
  close(): Promise<void>;
}

/** What pages complained of, each once: how often a page asks for something is its own affair. */
export const reasonsOf = ({ complaints }: TestBrowser): string[] => [
  ...new Set(complaints.map((line) => line.replace(/^\S+: /, ''))),
];

/** How long a poll waits for a page: as long as Playwright does for what it looks for. */
export const PATIENT = { timeout: 15_000 } as const;

/** Answers that a test brings about on purpose are logged by the browser as errors. */
const EXPECTED = /status of (401|403|404|503)|ERR_(CONNECTION_REFUSED|INTERNET_DISCONNECTED|INCOMPLETE_CHUNKED|FAILED)/;

let unpacked: Promise<string> | undefined;

const NODE_MODULES = join(import.meta.dirname, '../../node_modules');
/** Below it, a folder for each version. */
const UNPACKED = join(NODE_MODULES, '.cache/notification-router/chromium');

/** Unpacks Chromium, unless an earlier process did. */
async function unpackChromium(): Promise<string> {
  const manifest = await readFile(join(NODE_MODULES, '@sparticuz/chromium/package.json'));
  const kept = join(UNPACKED, createHash('sha256').update(manifest).digest('hex').slice(0, 16));
  if (!existsSync(kept)) await unpackInto(kept);
  return join(kept, 'chromium');
}

const UNPACK = "await (await import('@sparticuz/chromium')).default.executablePath()";

/**
 * It goes to the folder for temporary files, and a file that is there counts as whole: of two processes with one folder,
 * the second would start what the first is still writing. So each has its own, and moves it into place when it is whole.
 * A process of its own does it: that folder must not become the one of a stack that starts meanwhile.
 */
async function unpackInto(kept: string): Promise<void> {
  await mkdir(UNPACKED, { recursive: true });
  const draft = await mkdtemp(join(UNPACKED, 'draft-'));
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], {
    cwd: import.meta.dirname,
    env: { ...process.env, TMPDIR: draft },
  });
  await rename(draft, kept).catch(() => rm(draft, { recursive: true }));
}

/** The Chromium that npm installs, without a window. It needs nothing of the system. */
export async function launchBrowser(): Promise<TestBrowser> {
  const browser = await playwright.launch({
    executablePath: await (unpacked ??= unpackChromium()),
    // In one process, Chromium ends with the first page that is closed. Its own sandbox cannot run as root.
    // Nobody looks: without a GPU in software, a third of the processor time goes.
    args: [...chromium.args.filter((arg) => arg !== '--single-process'), '--no-sandbox', '--disable-gpu'],
    headless: true,
  });
  const complaints: string[] = [];
  return {
    browser,
    complaints,
    open: async ({ theme = 'light', width = 1280, height = 900 } = {}) => {
      const context = await browser.newContext({
        colorScheme: theme,
        viewport: { width, height },
        reducedMotion: 'reduce',
      });
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

/**
 * Clicks what stood on the page before something ended behind its back. A request of the page's own may have found out
 * first: then a dialog stands in front, and a person's click would wait for ever.
 */
export const clickBehind = (target: Locator): Promise<void> => target.dispatchEvent('click');

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

/** Opens an address as somebody who signed in with a token before, which this tab still holds. */
export async function enter(page: Page, url: string, token: string): Promise<void> {
  // Any page of the origin, to reach the storage of the tab.
  await page.goto(new URL('/favicon.svg', url).href);
  await page.evaluate(`sessionStorage.setItem('notification-router.token', ${JSON.stringify(token)})`);
  await page.goto(url);
}

/** Signs in as a person, on the page of the issuer. */
export async function signInWithPassword(page: Page, baseUrl: string, login: Login): Promise<void> {
  await page.goto(`${baseUrl}/`);
  await passIssuer(page, login);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
}

interface Login {
  readonly email: string;
  readonly password: string;
}

/** From the page for signing in through the page of the issuer. */
export async function passIssuer(page: Page, login: Login): Promise<void> {
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Email').fill(login.email);
  await page.getByLabel('Password').fill(login.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
