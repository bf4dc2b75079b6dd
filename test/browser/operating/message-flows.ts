import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../integration/eventually.ts';
import { startReceiver } from '../../integration/receiver.ts';
import { PATIENT } from '../browser.ts';
import { heading, type Workplace } from './workplace.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** Sending, finding what was sent, and what becomes of links and channels. */
export function messageFlows(on: Workplace): void {
  describe('messages', () => {
    it('arrive in the list while it is open, sent by the snippet of the webhook', async () => {
      const webhook = await on.api.createWebhook({ name: 'From a snippet' });
      const page = await on.signedIn(`webhooks/${webhook.id}`);
      await page.getByRole('tab', { name: 'Send to it' }).click();
      const names = ['curl', 'JavaScript', 'Python', 'GitHub Actions', 'Alertmanager', 'Amazon SNS', 'Claude Code'];
      const texts: Record<string, string> = {};
      for (const name of names) {
        await page.getByRole('tab', { name, exact: true }).click();
        texts[name] = await page.getByLabel(`${name} snippet`, { exact: true }).innerText();
      }
      await page
        .getByRole('button', { name: 'View messages' })
        .or(page.getByRole('link', { name: 'View messages' }))
        .click();
      await page.getByText('No message matches').waitFor();

      await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', texts['JavaScript']!]);
      await page.getByRole('link', { name: 'Hello' }).click();
      await heading(page, 'Hello');

      for (const name of names.filter((other) => other !== 'GitHub Actions'))
        expect(texts[name]).toContain(webhook.endpointUrl);
      expect(await page.locator('time').first().getAttribute('title')).toMatch(
        /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} UTC$/,
      );
    });

    it('are found by webhook, delivery state, text and time, and the address keeps what was asked', async () => {
      const receiver = await startReceiver((response) => response.writeHead(400).end());
      const channel = await on.api.createChannel({ kind: 'webhook', name: 'Refuses', config: { url: receiver.url } });
      const failing = await on.api.createWebhook({ name: 'Fails' });
      await on.api.link(failing.id, channel.id);
      const quiet = await on.api.createWebhook({ name: 'Goes nowhere' });
      for (const url of [failing.endpointUrl, quiet.endpointUrl])
        await on.send(url, { title: 'Needle', message: 'in hay' });
      await on.send(quiet.endpointUrl, { title: 'Only hay' });
      await eventually(async () => (await on.api.messages('?state=failed')).items[0]);
      const page = await on.signedIn('messages');
      const search = page.getByRole('combobox', { name: 'Find messages' });
      const rows = () => page.getByRole('rowheader').allInnerTexts();

      await search.fill('needle');
      await search.press('Enter');
      await expect.poll(rows, PATIENT).toEqual(['Needle', 'Needle']);
      await search.click();
      await page.getByRole('option', { name: 'Delivery state', exact: true }).click();
      await page
        .getByRole('option', { name: 'Delivery state = Failed' })
        .or(page.getByRole('option', { name: 'Failed' }))
        .first()
        .click();
      await expect.poll(rows, PATIENT).toEqual(['Needle']);
      await page
        .getByRole('button', { name: 'Received' })
        .or(page.getByRole('button', { name: 'Any time' }))
        .first()
        .click();
      await page.getByText('Last 15 minutes').click();
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect.poll(rows, PATIENT).toEqual(['Needle']);
      await page.reload();
      await expect.poll(rows, PATIENT).toEqual(['Needle']);

      const asked = new URL(page.url()).searchParams;
      expect([asked.get('q'), asked.get('state')]).toEqual(['needle', 'failed']);
      expect(Date.parse(asked.get('from')!)).toBeGreaterThan(Date.now() - 20 * 60_000);
      await receiver.stop();
    });

    it('are found by tag, priority and channel, by a link that can be shared and from the palette', async () => {
      const { webhook, stream } = await on.watched('Searched');
      const send = async (title: string, priority: number, tags: string[]) =>
        on.send(webhook.endpointUrl, { title, priority, tags });
      await send('Urgent', 5, ['Disk', 'prod']);
      await send('Quiet', 2, ['disk']);
      await send('Untagged', 4, []);
      const rows = () => page.getByRole('rowheader').allInnerTexts();
      const page = await on.signedIn(`messages?channel=${stream.id}`);

      await expect.poll(rows, PATIENT).toEqual(['Untagged', 'Quiet', 'Urgent']);
      const search = page.getByRole('combobox', { name: 'Find messages' });
      await search.fill('Tag = disk');
      await search.press('Enter');
      await expect.poll(rows, PATIENT).toEqual(['Quiet', 'Urgent']);
      await search.fill('Priority >= 4');
      await search.press('Enter');
      await expect.poll(rows, PATIENT).toEqual(['Urgent']);
      const shared = page.url();
      await page.getByRole('link', { name: 'Urgent' }).click();
      await page.getByRole('link', { name: 'prod' }).click();
      await expect.poll(rows, PATIENT).toEqual(['Urgent']);
      await page.keyboard.press('Control+k');
      await page.getByRole('searchbox', { name: 'Go to' }).fill('p4');
      await page.getByRole('link', { name: /Priority 4 or higher/ }).click();
      await expect.poll(rows, PATIENT).toEqual(expect.arrayContaining(['Untagged', 'Urgent']));
      await page.goto(shared);
      await expect.poll(rows, PATIENT).toEqual(['Urgent']);

      expect(Object.fromEntries(new URL(shared).searchParams)).toEqual({
        channel: stream.id,
        tag: 'disk',
        priority: '4',
      });
    });

    it('are never said to be missing while a search goes on, which says how far it came and can be stopped', async () => {
      const page = await on.signedIn('messages');
      const asked: (string | null)[] = [];
      const answers = [
        { items: [], nextCursor: 'a', searchedTo: daysAgo(3) },
        { items: [], nextCursor: 'b', searchedTo: daysAgo(6) },
        { items: [], nextCursor: null, searchedTo: null },
      ];
      let goOn = () => {};
      const held = new Promise<void>((resolve) => (goOn = resolve));
      await page.route(/\/api\/.*\/messages\?.*q=rare/, async (route) => {
        asked.push(new URL(route.request().url()).searchParams.get('cursor'));
        if (asked.length === 2) await held;
        await route.fulfill({ json: answers[asked.length - 1] });
      });

      await page.goto(`${on.home()}/messages?q=rare`);
      await page.getByRole('progressbar', { name: 'Search through the messages' }).waitFor();
      const missing = await page.getByText('No message matches').count();
      await page.getByRole('button', { name: 'Cancel' }).click();
      goOn();
      await page.getByRole('button', { name: 'Search further back' }).click();
      await page.getByText('No message matches').waitFor();

      expect(missing).toBe(0);
      expect(asked).toEqual([null, 'a', 'b']);
    });
  });

  it('switches one link off without unlinking it, and shows why a message went where it did', async () => {
    const [first, second] = await Promise.all(
      ['One', 'Two'].map(async (name) =>
        on.api.createChannel({ kind: 'live-stream', name: `Stream ${name}`, config: {} }),
      ),
    );
    const webhook = await on.api.createWebhook({ name: 'Two streams' });
    for (const channel of [first!, second!])
      await on.api.link(webhook.id, channel.id, { filter: { priority: { gte: 4 } } });
    const page = await on.signedIn(`webhooks/${webhook.id}`);

    await page
      .getByRole('checkbox', { name: 'Deliver to Stream One' })
      .or(page.getByRole('switch', { name: 'Deliver to Stream One' }))
      .click();
    await page.getByText('Link saved').first().waitFor();
    await on.send(webhook.endpointUrl, { title: 'Too low', priority: 2 });
    await page.goto(`${on.home()}/webhooks/${webhook.id}/channels/${second!.id}`);
    await page.getByText('Would have matched 0 of 1').waitFor();
    await page.getByRole('button', { name: 'Does not match' }).click();
    await page.getByRole('dialog', { name: 'Why it does not match' }).getByText('saw 2').waitFor();

    const { channels } = await on.read<{ channels: object[] }>(`/webhooks/${webhook.id}`);
    expect(channels).toEqual([
      { channelId: first!.id, enabled: false, filter: { priority: { gte: 4 } }, answers: false },
      { channelId: second!.id, enabled: true, filter: { priority: { gte: 4 } }, answers: false },
    ]);
  });

  it('shows a channel that the router switched off, why, and switches it on again', async () => {
    const receiver = await startReceiver((response) => response.writeHead(410).end());
    const channel = await on.api.createChannel({ kind: 'webhook', name: 'Moved away', config: { url: receiver.url } });
    const webhook = await on.api.createWebhook({ name: 'To nobody' });
    await on.api.link(webhook.id, channel.id);
    await on.send(webhook.endpointUrl, { title: 'Is anybody there?' });
    await eventually(async () =>
      (await on.read<{ enabled: boolean }>(`/channels/${channel.id}`)).enabled ? undefined : true,
    );
    const page = await on.signedIn(`channels/${channel.id}`);

    await page.getByText('The router switched this channel off').waitFor();
    const why = await page.getByText('Nothing is delivered until it is enabled again').innerText();
    await page.getByRole('button', { name: 'Enable again' }).click();
    await page.getByText('Channel saved').first().waitFor();

    expect(why).toContain('410');
    expect(await on.read(`/channels/${channel.id}`)).toMatchObject({ enabled: true, disabledReason: null });
    await receiver.stop();
  });
}
