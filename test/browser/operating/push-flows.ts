import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { fakeBrowser } from '../../adapters/http/web-push/browser.ts';
import { startReceiver } from '../../integration/receiver.ts';
import { PATIENT } from '../browser.ts';
import type { Workplace } from './workplace.ts';

/** Stands in for the push service of a browser's vendor, which no test can reach: the page itself is the real one. */
function pushService(keys: { endpoint: string; p256dh: string; auth: string }): void {
  let subscribed = false;
  const { endpoint, p256dh, auth } = keys;
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: async () => !(subscribed = false),
  };
  // Runs in the browser, which this file's types do not know.
  const { prototype } = Reflect.get(globalThis, 'PushManager');
  prototype.subscribe = async () => {
    subscribed = true;
    return subscription;
  };
  prototype.getSubscription = async () => (subscribed ? subscription : null);
}

/** Subscribing a browser to a web push channel. */
export function pushFlows(on: Workplace): void {
  describe('web push', () => {
    /** The page that subscribes a browser, opened from the page of its channel. */
    async function openPushPage(prepare: (page: Page) => Promise<unknown>) {
      const channel = await on.api.createChannel({ kind: 'web-push', name: 'On call', config: {} });
      const page = await on.signedIn(`channels/${channel.id}`);
      await page.context().grantPermissions(['notifications'], { origin: on.stack.baseUrl });
      await prepare(page);
      const opened = page.context().waitForEvent('page');
      await page.getByRole('link', { name: 'Subscribe this browser' }).click();
      const popup = await opened;
      await popup.getByText('This browser gets no notifications yet').waitFor();
      return { page, popup, channel };
    }

    it('says why a browser refuses to subscribe, as one without a push service does', async () => {
      const { popup } = await openPushPage(async () => {});

      await popup.getByRole('button', { name: 'Get notifications' }).click();

      const said = () => popup.getByRole('status').innerText();
      await expect.poll(said, PATIENT).toMatch(/^That did not work\. Registration failed/);
    });

    it('subscribes a browser from the page of its channel, delivers to it, and stops', async () => {
      const service = await startReceiver((response) => response.writeHead(201).end());
      const device = fakeBrowser(`${service.url}/device`);
      const { page, popup, channel } = await openPushPage(async (opener) =>
        opener.context().addInitScript(pushService, device.subscription),
      );

      await popup.getByRole('button', { name: 'Get notifications' }).click();
      await popup.getByText('This browser gets the notifications.').waitFor();
      await page.reload();
      await page.getByRole('button', { name: 'Send test' }).click();
      await page.getByText('Test delivered').waitFor();
      const subscribed = await on.read(`/channels/${channel.id}`);
      await popup.getByRole('button', { name: 'Stop notifications' }).click();
      await popup.getByText('This browser gets no notifications yet').waitFor();

      expect(subscribed).toMatchObject({ subscriptions: 1 });
      expect(service.received.map(({ path }) => path)).toEqual(['/device']);
      expect(await on.read(`/channels/${channel.id}`)).toMatchObject({ subscriptions: 0 });
      await service.stop();
    });
  });
}
