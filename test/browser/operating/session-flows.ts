import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { clickBehind, PATIENT, signInWithPassword } from '../browser.ts';
import { heading, type Workplace } from './workplace.ts';

/** What the page keeps, by its names. */
const stored = (page: Page) =>
  page.evaluate<Record<string, string>>('({ ...localStorage, ...sessionStorage })').catch(() => undefined);

/** The end of an access token, as the page finds it when it comes back: a laptop that slept, a tab that was closed. */
export function sessionFlows(on: Workplace): void {
  describe('a session that ends', () => {
    const user = async (page: Page): Promise<{ key: string; value: Record<string, unknown> }> => {
      const [key, text] = Object.entries((await stored(page)) ?? {}).find(([name]) => name.startsWith('oidc.user:'))!;
      return { key, value: JSON.parse(text) };
    };

    /** The token of the page has been out of date for an hour. */
    const letExpire = async (page: Page, { key, value }: Awaited<ReturnType<typeof user>>, changes: object = {}) => {
      const late = { ...value, ...changes, expires_at: Math.floor(Date.now() / 1000) - 3600 };
      await page.evaluate(`sessionStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(JSON.stringify(late))})`);
    };

    it('is renewed unseen when the access token has expired, and keeps nothing else in storage', async () => {
      const page = await on.browser.open();
      await signInWithPassword(page, on.stack.baseUrl, on.stack.credentials.login);
      const before = await user(page);

      await letExpire(page, before);
      await page.reload();
      await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
      await heading(page, 'Webhooks');

      await expect
        .poll(async () => (await user(page)).value['access_token'], PATIENT)
        .not.toBe(before.value['access_token']);
      await page.reload();
      await heading(page, 'Webhooks');
      expect(await page.getByText('Your session has ended').count()).toBe(0);
      expect(Object.keys((await stored(page)) ?? {})).toEqual([before.key]);
    });

    it('asks to sign in again when the issuer does not renew it, and leads back to the same page', async () => {
      const page = await on.browser.open();
      await signInWithPassword(page, on.stack.baseUrl, on.stack.credentials.login);
      await page.getByRole('link', { name: 'Members', exact: true }).click();
      await heading(page, 'Members');

      await letExpire(page, await user(page), { refresh_token: 'revoked' });
      await clickBehind(page.getByRole('link', { name: 'Settings', exact: true }));
      await page.getByText('Your session has ended').waitFor();
      const kept = JSON.stringify(await stored(page));
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await heading(page, 'Settings');

      expect(kept).not.toContain('access_token');
      expect(page.url()).toBe(`${on.home()}/settings`);
    });
  });
}
