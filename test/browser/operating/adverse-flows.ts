import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { PATIENT, enter } from '../browser.ts';
import { heading, type Workplace } from './workplace.ts';

/** As long as names may be, of what each means something to a page, a reader or a database. */
const NAMES = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '🦓'.repeat(60),
  'تنبيه: فشل النسخ',
  '‮reversed',
  '  spaces  ',
  'Donaudampfschifffahrt'.repeat(10).slice(0, 200),
];

/** How many elements a page may have, however much there is to show. */
const MAX_ELEMENTS = 4000;

/** What nobody wishes for: strange names, a thousand channels, a slow network, a wrong clock, less room. */
export function adverseFlows(on: Workplace): void {
  /** Answers a list of the API with `count` of its items, which differ from `item` in name and ID, and from each other. */
  const multiply = async (page: Page, list: 'webhooks' | 'channels', item: { readonly id: string }, count: number) =>
    page.route(new RegExp(`/${list}\\?`), async (route) => {
      const asked = new URL(route.request().url()).searchParams;
      const from = Number(asked.get('cursor') ?? 0);
      const to = Math.min(from + Number(asked.get('limit') ?? 50), count);
      const items = Array.from({ length: to - from }, (_, index) => {
        // Always as long: two items with one ID would be two rows with one key, of which one stays when both should go.
        const ending = String(from + index).padStart(5, '0');
        return { ...item, id: item.id.slice(0, -ending.length) + ending, name: `Copy ${from + index} of ${list}` };
      });
      await route.fulfill({ json: { items, nextCursor: to === count ? null : String(to) } });
    });

  const elements = async (page: Page) => page.locator('*').count();
  const overflow = async (page: Page) =>
    page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

  describe('under adverse conditions', () => {
    it('shows any name as text, wherever it stands, and breaks no page', async () => {
      const url = 'http://127.0.0.1:9/';
      const messages: string[] = [];
      for (const name of NAMES) {
        const webhook = await on.api.createWebhook({ name });
        const channel = await on.api.createChannel({ kind: 'webhook', name, config: { url } });
        await on.api.link(webhook.id, channel.id, { filter: { tags: { any: [name.trim()] } } });
        const sent = await on.send(webhook.endpointUrl, { title: name, message: name, tags: [name], priority: 4 });
        messages.push(Object(await sent.json()).messageId);
      }
      const page = await on.signedIn('webhooks?q=script');

      await page.getByRole('link', { name: NAMES[0]! }).click();
      await heading(page, NAMES[0]!);
      await page.keyboard.press('Control+k');
      await page.getByRole('searchbox', { name: 'Go to' }).fill('🦓');
      await page.getByRole('link', { name: /🦓.*Webhook/ }).click();
      await heading(page, NAMES[2]!);
      const wide: Record<string, number> = {};
      for (const path of ['', 'messages', 'webhooks', 'channels', 'audit', ...messages.map((id) => `messages/${id}`)]) {
        await page.goto(`${on.home()}/${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.getByText('Loading').first().waitFor({ state: 'hidden' });
        wide[path] = await overflow(page);
      }

      expect(wide).toEqual(Object.fromEntries(Object.keys(wide).map((path) => [path, 0])));
    });

    it('refuses a name that is too long in plain words, beside its field', async () => {
      const page = await on.signedIn('webhooks/create');

      await page.getByLabel('Name').fill('x'.repeat(500));
      await page.getByRole('button', { name: 'Create webhook' }).click();

      await page.getByText('Must have at most 200 characters', { exact: true }).first().waitFor();
      expect(await page.locator('body').innerText()).not.toMatch(/Too big|expected|Invalid input/);
    });

    it('finds one of 10,000 webhooks and one of 1,000 channels at once, and draws few of them', async () => {
      const webhook = await on.api.createWebhook({ name: 'The first of many' });
      const channel = await on.api.createChannel({ kind: 'live-stream', name: 'The first of many', config: {} });
      const { items } = await on.read<{ items: { id: string }[] }>('/channels?limit=1');
      const page = await on.browser.open();
      await multiply(page, 'webhooks', webhook, 10_000);
      await multiply(page, 'channels', { ...channel, ...items[0] }, 1000);
      const counts: Record<string, number> = {};
      const rows = () => page.getByRole('rowheader').allInnerTexts();

      await enter(page, `${on.home()}/webhooks`, on.stack.credentials.managementToken);
      await page.getByText('(10000)').waitFor();
      counts['webhooks'] = await elements(page);
      await page.getByPlaceholder('Find by name').fill('copy 9876 of');
      await expect.poll(rows, PATIENT).toEqual(['Copy 9876 of webhooks']);
      await page.keyboard.press('Control+k');
      await page.getByRole('searchbox', { name: 'Go to' }).fill('copy 987 of');
      await page.getByRole('link', { name: /^Copy 987 of channels/ }).waitFor();
      counts['palette'] = await elements(page);
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Channels', exact: true }).click();
      await page.getByText('(1000)').waitFor();
      counts['channels'] = await elements(page);
      await page.getByRole('link', { name: 'Messages', exact: true }).click();
      await page.getByRole('combobox', { name: 'Find messages' }).fill('Webhook = Copy 98');
      await page
        .getByRole('option', { name: /Copy 98/ })
        .first()
        .waitFor();
      counts['messages'] = await elements(page);
      await page.goto(`${on.home()}/webhooks/${webhook.id}`);
      await page.getByRole('button', { name: /Channel to link/ }).click();
      await page.getByRole('option', { name: /Copy 0 of/ }).waitFor();
      counts['link'] = await elements(page);

      console.log('elements with 10,000 webhooks and 1,000 channels:', counts);
      expect(Math.max(...Object.values(counts))).toBeLessThan(MAX_ELEMENTS);
    });

    it('says nothing that is not true while a slow network brings the page', async () => {
      const webhook = await on.api.createWebhook({ name: 'Far away' });
      await on.send(webhook.endpointUrl, { title: 'Arrives in the end' });
      const page = await on.browser.open();
      const devTools = await page.context().newCDPSession(page);
      await devTools.send('Network.enable');
      const slow = { offline: false, latency: 400, downloadThroughput: 250_000, uploadThroughput: 100_000 };
      await devTools.send('Network.emulateNetworkConditions', slow);
      await page.addInitScript(`globalThis.said = new Set();
      new MutationObserver(() => {
        for (const text of ['No messages yet', 'No message matches', 'did not answer', 'Nothing is set up yet'])
          if (document.body?.innerText.includes(text)) said.add(text);
      }).observe(document, { childList: true, subtree: true, characterData: true })`);
      page.setDefaultTimeout(60_000);

      await enter(page, `${on.home()}/messages?webhook=${webhook.id}`, on.stack.credentials.managementToken);
      await page.getByRole('link', { name: 'Arrives in the end' }).waitFor();
      await page.getByRole('link', { name: 'Overview', exact: true }).click();
      await page.getByRole('list', { name: 'Channels' }).waitFor();

      expect(await page.evaluate<string[]>('[...said]')).toEqual([]);
    }, 120_000);

    it.each([
      ['behind', -7_200_000],
      ['ahead', 7_200_000],
    ])('says when something came where the clock is two hours %s', async (_, by) => {
      const { webhook, stream } = await on.watched('Clock');
      const page = await on.browser.open();
      await page.clock.install({ time: Date.now() + by });
      await page.clock.resume();
      await enter(page, `${on.home()}/live?channel=${stream.id}`, on.stack.credentials.managementToken);
      await page.getByText('Connected', { exact: true }).waitFor();

      await on.send(webhook.endpointUrl, { title: 'Of this moment' });
      const card = page.getByRole('article').filter({ hasText: 'Of this moment' });
      await card.waitFor();

      expect(await card.locator('time').innerText()).toMatch(/now|second/);
    });

    it('says that it could not load, and not that there is nothing, when the router is busy', async () => {
      const page = await on.signedIn('settings');
      await page.route('**/messages?*', (route) => route.fulfill({ status: 503, json: { error: 'Busy' } }));

      await page.getByRole('link', { name: 'Messages', exact: true }).click();
      await page.getByText('Could not be loaded.').waitFor();

      expect(await page.getByText('No messages yet').count()).toBe(0);
    });

    it('keeps two tabs of one person apart: what one deletes, the other says is gone', async () => {
      const webhook = await on.api.createWebhook({ name: 'In two tabs' });
      const first = await on.signedIn(`webhooks/${webhook.id}/edit`);
      const second = await on.signedIn(`webhooks/${webhook.id}`);
      await first.getByLabel('Name').fill('Too late');

      await second.getByRole('button', { name: 'Actions' }).click();
      await second.getByRole('menuitem', { name: 'Delete' }).click();
      await second.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
      await heading(second, 'Webhooks');
      await first.getByRole('button', { name: 'Save changes' }).click();
      await first.getByText('It may have been deleted').first().waitFor();

      expect(await first.getByLabel('Name').inputValue()).toBe('Too late');
    });

    it('moves nothing for whoever asked for less motion', async () => {
      const page = await on.browser.open();
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const { webhook, stream } = await on.watched('Still');
      await enter(page, `${on.home()}/live?channel=${stream.id}`, on.stack.credentials.managementToken);
      await page.getByText('Connected', { exact: true }).waitFor();
      await on.send(webhook.endpointUrl, { title: 'No motion' });
      await page.getByRole('article').first().waitFor();

      const animated = await page.evaluate<number>('document.getAnimations().length');

      expect(animated).toBe(0);
    });
  });
}
