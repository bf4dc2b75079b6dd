import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../../integration/eventually.ts';
import { startReceiver } from '../../integration/receiver.ts';
import { PATIENT } from '../browser.ts';
import { heading, type Workplace } from './workplace.ts';

const violations = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source);
  return page.evaluate<string[]>('axe.run(document).then(({ violations }) => violations.map(({ id }) => id))');
};

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Working fast, by the keyboard, and without losing anything. */
export function handFlows(on: Workplace): void {
  describe('by hand', () => {
    describe('the live page', () => {
      it('shows what arrives, holds it while paused, and keeps its filter in the address', async () => {
        const { webhook, stream } = await on.watched('Watched');
        const page = await on.signedIn(`live?channel=${stream.id}`);
        const log = page.getByRole('log');
        await page.getByText('Connected', { exact: true }).waitFor();

        await on.send(webhook.endpointUrl, { title: 'First', priority: 5, tags: ['db'] });
        await log.getByRole('link', { name: 'First' }).waitFor();
        await page.getByRole('button', { name: 'Pause' }).click();
        for (const title of ['Second', 'Third']) await on.send(webhook.endpointUrl, { title, priority: 1 });
        await page.getByRole('button', { name: '2 new' }).waitFor();
        const held = await log.getByRole('article').count();
        await page.getByRole('button', { name: 'Resume' }).click();
        await log.getByRole('link', { name: 'Third' }).waitFor();
        const titles = await log.getByRole('link').allInnerTexts();
        const found = await violations(page);
        await page.getByRole('searchbox', { name: 'Filter by text or tag' }).fill('DB');
        await expect.poll(() => log.getByRole('article').count(), PATIENT).toBe(1);

        expect(held).toBe(1);
        expect(titles).toEqual(['Third', 'Second', 'First']);
        expect(found).toEqual([]);
        expect(page.url()).toContain('q=DB');
        await log.getByRole('link', { name: 'First' }).click();
        await heading(page, 'First');
      });

      it('rings for what is urgent, once in a while, and for nothing else', async () => {
        const { webhook, stream } = await on.watched('Loud');
        const page = await on.signedIn(`live?channel=${stream.id}`);
        await page.evaluate(`globalThis.rings = 0;
        const { start } = OscillatorNode.prototype;
        OscillatorNode.prototype.start = function (...times) { rings += 1; start.apply(this, times); }`);
        await page.getByText('Connected', { exact: true }).waitFor();
        await page.getByRole('checkbox', { name: 'Sound' }).click();

        for (const [title, priority] of Object.entries({ Quiet: 3, Urgent: 5, 'Urgent too': 5 })) {
          await on.send(webhook.endpointUrl, { title, priority });
          await page.getByRole('log').getByRole('link', { name: title, exact: true }).waitFor();
        }

        expect(await page.evaluate('rings')).toBe(1);
      });
    });

    describe('a new channel', () => {
      it('is found by name, asks which way first, and marks nothing before somebody tried', async () => {
        const page = await on.signedIn('channels/create');
        await page.getByRole('searchbox', { name: 'Find a channel' }).fill('slack');
        await page.getByRole('button', { name: /^Slack/ }).click();
        await page.getByText('Copy the webhook URL.').waitFor();
        const asked = async () => ({
          address: await page.getByLabel('Webhook URL').count(),
          token: await page.getByLabel('Bot token').count(),
          marked: await page.getByText('This is required.').count(),
        });

        const first = await asked();
        await page.getByText('Bot', { exact: true }).click();
        const second = await asked();
        await page.getByRole('button', { name: 'Create channel' }).click();
        const third = await asked();
        await page.getByLabel('Bot token').fill('xoxb-0000000000-0000000000-XXXXXXXXXXXXXXXXXXXXXXXX');
        await page.getByLabel('Channel', { exact: true }).fill('C0123456789');
        await page.getByRole('button', { name: 'Create channel' }).click();
        await heading(page, 'Slack');

        expect([first, second, third]).toEqual([
          { address: 1, token: 0, marked: 0 },
          { address: 0, token: 1, marked: 0 },
          { address: 0, token: 1, marked: 2 },
        ]);
      });

      it('says in plain words, beside the field, what the API refused', async () => {
        const page = await on.signedIn('channels/create?kind=zulip');
        const typed = { 'Server URL': 'zulip', 'Bot email': 'bot', 'API key': 'key', Channel: 'ops', Topic: 'alerts' };

        for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text);
        await page.getByRole('button', { name: 'Create channel' }).click();
        await page.getByText('Check the fields marked above.').first().waitFor();

        expect(await page.locator('main').innerText()).not.toMatch(/Invalid|expected|received/);
      });
    });

    it('asks before an unsaved filter is lost, and lets a saved one go', async () => {
      const channel = await on.api.createChannel({ kind: 'live-stream', name: 'Guarded', config: {} });
      const webhook = await on.api.createWebhook({ name: 'With a filter' });
      await on.api.link(webhook.id, channel.id);
      const page = await on.signedIn(`webhooks/${webhook.id}/channels/${channel.id}`);

      await page.getByRole('button', { name: 'Add condition' }).click();
      const early = await page.getByText('Finish the filter to try it').count();
      await page.getByRole('textbox', { name: 'Value' }).fill('urgent');
      await page.getByRole('link', { name: 'Messages', exact: true }).click();
      await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Stay' }).click();
      const kept = await page.getByRole('textbox', { name: 'Value' }).inputValue();
      await page.getByRole('button', { name: 'Save filter' }).click();
      await heading(page, 'With a filter');

      expect([early, kept]).toEqual([1, 'urgent']);
      expect(await dialog(page, 'Leave without saving?').count()).toBe(0);
    });

    it('goes anywhere by the keyboard: by the palette, by letters, and into the search of a page', async () => {
      await on.api.createWebhook({ name: 'Zebra crossing' });
      const page = await on.signedIn('');
      await heading(page, 'Overview');

      await page.keyboard.press('Control+k');
      await page.getByRole('searchbox', { name: 'Go to' }).fill('zebra');
      await page.getByRole('link', { name: /Zebra crossing.*Webhook/ }).waitFor();
      const found = await violations(page);
      await page.keyboard.press('Enter');
      await heading(page, 'Zebra crossing');
      await page.keyboard.press('g');
      await page.keyboard.press('w');
      await heading(page, 'Webhooks');
      await page.keyboard.press('/');
      await page.keyboard.type('zeb?');
      const typed = await page.getByPlaceholder('Find by name').inputValue();
      await page.keyboard.press('Escape');
      await page.getByRole('heading', { level: 1 }).click();
      await page.keyboard.press('?');
      await dialog(page, 'Keyboard shortcuts').waitFor();

      expect(found).toEqual([]);
      expect(typed).toBe('zeb?');
    });

    it('does the main jobs with the keyboard alone: a webhook, a channel, a link between them', async () => {
      const page = await on.signedIn('');
      await heading(page, 'Overview');
      const goTo = async (name: string) => {
        await page.keyboard.press('Control+k');
        await page.getByRole('searchbox', { name: 'Go to' }).waitFor();
        await page.keyboard.type(name);
        await page.keyboard.press('Enter');
        await heading(page, name);
      };
      /** Presses Tab until the focus is on something of this name. */
      const tabTo = async (target: Locator) => {
        for (let step = 0; step < 80; step += 1) {
          if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
          await page.keyboard.press('Tab');
        }
        throw new Error('the focus never comes there');
      };

      await goTo('Create webhook');
      await tabTo(page.getByRole('textbox', { name: 'Name' }));
      await page.keyboard.type('Made without a mouse');
      await page.keyboard.press('Enter');
      await heading(page, 'Made without a mouse');
      await goTo('Create channel');
      await page.getByRole('searchbox', { name: 'Find a channel' }).waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('live');
      await tabTo(page.getByRole('button', { name: /^Live Stream/ }));
      await page.keyboard.press('Enter');
      await heading(page, 'Create channel: Live Stream');
      await tabTo(page.getByRole('textbox', { name: 'Name' }));
      await page.keyboard.press('Control+a');
      await page.keyboard.type('Keyboard stream');
      await page.keyboard.press('Enter');
      await heading(page, 'Keyboard stream');
      await goTo('Made without a mouse');
      await tabTo(page.getByRole('button', { name: /Channel to link/ }));
      await page.keyboard.press('Enter');
      await page.keyboard.type('Keyboard');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await tabTo(page.getByRole('button', { name: 'Link channel' }));
      await page.keyboard.press('Enter');
      await page.getByText('Link saved.').waitFor();

      expect(await page.getByRole('checkbox', { name: 'Deliver to Keyboard stream' }).isChecked()).toBe(true);
    });

    it('retries what failed of a selection, and replays it', async () => {
      const receiver = await startReceiver((response, count) => response.writeHead(count <= 2 ? 400 : 200).end());
      const channel = await on.api.createChannel({ kind: 'webhook', name: 'Mended', config: { url: receiver.url } });
      const webhook = await on.api.createWebhook({ name: 'In bulk' });
      await on.api.link(webhook.id, channel.id);
      for (const title of ['One', 'Two']) await on.send(webhook.endpointUrl, { title });
      const query = `?webhookId=${webhook.id}&state=failed`;
      await eventually(async () => ((await on.api.messages(query)).items.length === 2 ? true : undefined));
      const page = await on.signedIn(`messages?webhook=${webhook.id}`);
      await page.getByRole('link', { name: 'One' }).waitFor();

      await page.getByRole('checkbox', { name: 'Select all messages shown' }).focus();
      await page.keyboard.press('Space');
      await page.getByRole('button', { name: 'Retry failed (2)' }).click();
      await page.getByText('2 started again').waitFor();
      await receiver.waitFor(4);
      await page.getByRole('button', { name: 'Replay (2)' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Replay', exact: true }).click();
      await receiver.waitFor(6);

      expect(receiver.received).toHaveLength(6);
      await receiver.stop();
    });

    it('leads back to the very place of a list', async () => {
      const names = Array.from({ length: 30 }, (_, n) => `Listed ${n}`);
      for (const name of names) await on.api.createWebhook({ name });
      const page = await on.signedIn('webhooks?q=listed');
      await page.getByRole('link', { name: 'Listed 0', exact: true }).scrollIntoViewIfNeeded();
      const before = await page.evaluate<number>('scrollY');

      await page.getByRole('link', { name: 'Listed 0', exact: true }).click();
      await heading(page, 'Listed 0');
      const top = await page.evaluate<number>('scrollY');
      await page.goBack();
      await heading(page, 'Webhooks');

      expect(before).toBeGreaterThan(200);
      expect(top).toBe(0);
      await expect.poll(() => page.evaluate('scrollY'), PATIENT).toBe(before);
      expect(page.url()).toContain('q=listed');
    });

    describe('what was typed', () => {
      it('survives a session that ends meanwhile, and a refusal that comes when there is another', async () => {
        const webhook = await on.api.createWebhook({ name: 'Half typed' });
        const answer = await on.api.call('POST', `${on.api.path}/tokens`, { name: 'short', role: 'owner' });
        const { id, token } = Object(await answer.json());
        const page = await on.signedIn(`webhooks/${webhook.id}/edit`, token);
        await page.getByLabel('Name').fill('Whole');

        const late = Promise.withResolvers<void>();
        const address = `**/webhooks/${webhook.id}`;
        await page.route(address, async (route) => {
          if (route.request().method() === 'PATCH') await late.promise;
          await route.continue();
        });
        await page.getByRole('button', { name: 'Save changes' }).click();
        await on.api.call('DELETE', `${on.api.path}/tokens/${id}`);
        const again = dialog(page, 'Your session has ended');
        // Whoever comes back to the tab sees what it shows read again.
        const comeBack = () => page.evaluate("dispatchEvent(new Event('visibilitychange'))").then(() => again.count());
        await expect.poll(comeBack, PATIENT).toBe(1);
        await again.getByRole('button', { name: 'Use a management token instead' }).click();
        await again.getByPlaceholder('nrm_').fill(on.stack.credentials.managementToken);
        await again.getByRole('button', { name: 'Use the token' }).click();
        await again.waitFor({ state: 'hidden' });
        const refusal = page.waitForResponse((response) => response.request().method() === 'PATCH');
        late.resolve();
        expect((await refusal).status()).toBe(401);
        await page.unroute(address);
        await page.getByRole('button', { name: 'Save changes' }).click();
        await heading(page, 'Whole');

        expect(await on.read(`/webhooks/${webhook.id}`)).toMatchObject({ name: 'Whole' });
      });

      it('survives a network that is gone for a while, and a router that is busy', async () => {
        const page = await on.signedIn('webhooks/create');
        await page.getByLabel('Name').fill('Despite everything');
        const create = page.getByRole('button', { name: 'Create webhook' });

        await page.context().setOffline(true);
        await create.click();
        await page.getByText('The router did not answer').first().waitFor();
        await page.context().setOffline(false);
        await page.route('**/webhooks', (route) => route.fulfill({ status: 503, json: { error: 'Busy' } }));
        await create.click();
        await page.getByText('Try again in a few seconds.').first().waitFor();
        await page.unroute('**/webhooks');
        await create.click();

        await heading(page, 'Despite everything');
        expect(await page.getByText('Webhook created.').count()).toBe(1);
      });
    });
  });
}
