import { describe, expect, it } from 'vitest';
import { eventually } from '../../integration/eventually.ts';
import { PATIENT } from '../browser.ts';
import { heading, type Workplace } from './workplace.ts';

interface Stored {
  readonly lifecycle: object | null;
}

/** Alerts: switched on, seen, taken and ended. */
export function alertFlows(on: Workplace): void {
  describe('alerts', () => {
    it('are offered switched on for senders of alerts, and off for others', async () => {
      const page = await on.signedIn('webhooks/create');
      const toggle = page.getByLabel('Group messages into alerts');
      const choose = async (sender: string) => {
        await page.getByRole('button', { name: /^Sender/ }).click();
        await page.getByRole('option', { name: sender }).click();
      };

      await choose('GitHub');
      expect(await toggle.isChecked()).toBe(false);
      await choose('Prometheus Alertmanager');
      await expect.poll(() => toggle.isChecked(), PATIENT).toBe(true);
      await page.getByLabel('Name').fill('Prometheus');
      await page.getByRole('button', { name: 'Create webhook' }).click();
      await heading(page, 'Prometheus');
      await page.getByRole('tab', { name: 'Alerts', exact: true }).click();
      await page.getByText('Nothing to try it on yet').waitFor();

      const { items } = await on.read<{ items: (Stored & { name: string })[] }>('/webhooks');
      expect(items.find(({ name }) => name === 'Prometheus')?.lifecycle).toEqual({});
    });

    it('show what real messages would have been before they are switched on', async () => {
      const webhook = await on.api.createWebhook({ name: 'Backups' });
      for (const host of ['nas', 'nas', 'web', 'nas']) await on.send(webhook.endpointUrl, { title: 'Failed', host });
      const page = await on.signedIn(`webhooks/${webhook.id}/edit`);

      await page.getByLabel('Group messages into alerts').click();
      await page.getByText('None of the newest 4 messages says what it is about: add a key.').waitFor();
      await page.getByLabel('Key', { exact: true }).fill('{{ host }}');
      await page.getByText('These 4 messages would have been 2 alerts.').waitFor();
      await page.getByRole('button', { name: 'Save changes' }).click();
      await heading(page, 'Backups');

      const saved = await on.read<Stored>(`/webhooks/${webhook.id}`);
      expect(saved.lifecycle).toEqual({ key: '{{ host }}' });
    });

    it('stand first on the overview, are taken and ended, and are found again by status and webhook', async () => {
      const webhook = await on.api.createWebhook({ name: 'Disks', lifecycle: {} });
      const stream = await on.api.createChannel({ kind: 'live-stream', name: 'Hall display', config: {} });
      await on.api.link(webhook.id, stream.id);
      for (const used of [90, 91, 92])
        await on.send(webhook.endpointUrl, { alias: 'db-1', title: `Disk ${used} % full`, priority: 4 });
      const page = await on.signedIn('');

      await page.getByRole('heading', { level: 2, name: 'Open alerts' }).waitFor();
      await page.getByText('1 open', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Disk 92 % full' }).click();
      await heading(page, 'Disk 92 % full');
      await page.getByText('3 times').waitFor();
      await page.getByRole('link', { name: 'Hall display' }).waitFor();
      const timeline = page.locator('.timeline').getByRole('link');
      await expect
        .poll(() => timeline.allInnerTexts(), PATIENT)
        .toEqual(['Disk 92 % full', 'Disk 91 % full', 'Disk 90 % full']);
      await page.getByRole('button', { name: 'Acknowledge for an hour' }).click();
      await page.getByText(/^token .*, until /).waitFor();
      await page.getByRole('button', { name: 'Resolve', exact: true }).click();
      await page.getByText(/^Ended by token /).waitFor();
      await page.getByRole('link', { name: 'Disk 91 % full' }).click();
      await heading(page, 'Disk 91 % full');
      await page.getByRole('link', { name: 'this alert' }).click();
      await heading(page, 'Disk 92 % full');

      await page.getByRole('link', { name: 'Alerts', exact: true }).first().click();
      await heading(page, 'Alerts');
      await page.getByText('Nothing is wrong that anybody knows of').waitFor();
      await page.getByRole('link', { name: 'Disk 92 % full' }).waitFor();
      await page.getByRole('button', { name: /^Status/ }).click();
      await page.getByRole('option', { name: 'Resolved' }).click();
      await page.getByRole('button', { name: /^Webhook/ }).click();
      await page.getByRole('option', { name: 'Disks' }).click();
      await expect.poll(() => new URL(page.url()).search, PATIENT).toBe(`?status=resolved&webhook=${webhook.id}`);
      await page.reload();
      await page.getByRole('link', { name: 'Disk 92 % full' }).waitFor();
      expect(await page.getByText('Nothing is wrong that anybody knows of').count()).toBe(0);
    });

    it('are taken from their list by the keyboard alone, and only looked at by members', async () => {
      const webhook = await on.api.createWebhook({ name: 'Doors', lifecycle: {} });
      await on.send(webhook.endpointUrl, { alias: 'back', title: 'Door open' });
      const path = `alerts?webhook=${webhook.id}`;
      const member = await on.signedIn(path, await on.tokenOf('member'));
      await member.getByRole('link', { name: 'Door open' }).waitFor();
      expect(await member.getByRole('button', { name: /^(Acknowledge|Resolve)/ }).count()).toBe(0);
      const page = await on.signedIn(path);

      await page.getByRole('button', { name: 'Acknowledge for an hour: Door open' }).focus();
      await page.keyboard.press('Enter');
      await page.getByText(/^token .*, until /).waitFor();

      const alert = await eventually(async () => {
        const { items } = await on.read<{ items: { status: string }[] }>(`/alerts?webhookId=${webhook.id}`);
        return items[0]?.status === 'acknowledged' ? items[0] : undefined;
      });
      expect(alert).toMatchObject({ acknowledged: { by: { type: 'token' } } });
    });

    it('reach a channel as it is set', async () => {
      const config = { webhookUrl: 'https://chat.example.com/hooks/x' };
      const channel = await on.api.createChannel({ kind: 'mattermost', name: 'Chat', config });
      const page = await on.signedIn(`channels/${channel.id}`);

      await page.getByRole('radio', { name: 'Every message' }).click();
      await page.getByRole('button', { name: 'Save settings' }).click();
      await page.getByText('Channel saved').waitFor();

      expect(await on.read(`/channels/${channel.id}`)).toMatchObject({ updates: 'each' });
    });
  });
}
