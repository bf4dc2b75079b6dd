import type { Page } from 'playwright-core';
import { enter, type TestBrowser } from '../browser/browser.ts';
import type { Stack } from '../integration/stack.ts';
import type { Check } from './api-checks.ts';
import type { History } from './history.ts';

interface Seen {
  readonly stack: Stack;
  readonly browser: TestBrowser;
  readonly history: History;
}

/** A page shows what was asked for within this time of its opening, its scripts included. */
const SHOWN_MS = 4000;
/** A search through everything goes on by itself, two seconds a call. */
const SEARCHED_MS = 120_000;

/** What pages must show. */
export function pageChecks({ stack, browser, history }: Seen): Check[] {
  const home = `${stack.baseUrl}/o/${stack.credentials.organizationId}`;

  /** Opens a page and does something there; gives how long that took. */
  async function timed(path: string, look: (page: Page) => Promise<string | undefined>): Promise<string | undefined> {
    const page = await browser.open();
    try {
      await enter(page, `${home}/${path}`, stack.credentials.managementToken);
      return await look(page);
    } finally {
      await page.context().close();
    }
  }

  const rowsOf = (page: Page) => page.getByRole('rowheader').count();
  const { seldom } = history.webhooks;

  return [
    {
      name: 'the page of a webhook with three old messages lists them',
      run: async () =>
        timed(`messages?webhook=${seldom}`, async (page) => {
          await page.getByRole('rowheader').nth(2).waitFor({ timeout: SHOWN_MS });
          const count = await rowsOf(page);
          return count === 3 ? undefined : `${count} rows`;
        }),
    },
    {
      name: 'a filter is tried on those three',
      run: async () =>
        timed(`webhooks/${seldom}/channels/${history.channels[0]}`, async (page) => {
          await page.getByText('of 3', { exact: false }).first().waitFor({ timeout: SHOWN_MS });
          return undefined;
        }),
    },
    {
      name: 'a search for one of the oldest goes on until it is found',
      run: async () =>
        timed(`messages?q=${encodeURIComponent(history.needle.text)}`, async (page) => {
          await page.getByRole('rowheader').first().waitFor({ timeout: SEARCHED_MS });
          const count = await rowsOf(page);
          const missing = await page.getByText('No message matches').count();
          return count === 1 && missing === 0 ? undefined : `${count} rows`;
        }),
    },
    {
      name: 'the overview counts every message',
      run: async () => {
        const total = Object.values(history.messages).reduce((sum, count) => sum + count, 0);
        return timed('', async (page) => {
          await page.getByText(total.toLocaleString('en-US')).first().waitFor({ timeout: SHOWN_MS });
          return undefined;
        });
      },
    },
    {
      name: 'the channel that never took a delivery is said to be failing',
      run: async () =>
        timed('', async (page) => {
          await page.locator(`a[href$="/channels/${history.brokenChannel}"]`).first().waitFor({ timeout: SHOWN_MS });
          return undefined;
        }),
    },
  ];
}
