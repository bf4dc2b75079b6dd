import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { heading, type Workplace } from './workplace.ts';

const DOCUMENT = `version: 1
channels:
  ops:
    kind: slack
    name: Operations
    config:
      botToken: { secret: ops-slack-token }
      channel: C0123456789
webhooks:
  nightly: { name: Nightly, links: { ops: {} } }
`;

interface Found {
  readonly items: readonly { readonly id: string; readonly slug: string | null }[];
}

/** The configuration as a document. */
export function documentFlows(on: Workplace): void {
  it('shows the plan of a document before anything happens, applies it, and shows what was changed by hand', async () => {
    const page = await on.signedIn('config');
    const slugs = async () => (await on.read<Found>('/webhooks?limit=100')).items.map(({ slug }) => slug);

    await page.getByLabel('Document', { exact: true }).fill(DOCUMENT);
    await page.getByLabel('Secret ops-slack-token').fill('xoxb-typed-by-hand');
    await page.getByRole('button', { name: 'Show the plan' }).click();
    await page.getByText('Create webhook nightly').waitFor();
    const before = await slugs();
    const shown = await page.locator('main').innerText();
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByText('The document was applied.').first().waitFor();
    const webhook = (await on.read<Found>('/webhooks?limit=100')).items.find(({ slug }) => slug === 'nightly')!;
    await on.api.patchWebhook(webhook.id, { name: 'By hand' });
    await page.getByRole('button', { name: 'Show the plan' }).click();
    await page.getByText('Changed by hand').waitFor();
    const drift = await page.locator('main').innerText();
    await page.goto(`${on.home()}/webhooks/${webhook.id}`);
    await heading(page, 'By hand');
    await page.getByText('A document; changed by hand since').waitFor();

    expect(before).not.toContain('nightly');
    expect(shown).toContain('Create channel ops');
    expect(shown).not.toContain('xoxb-typed-by-hand');
    expect(await slugs()).toContain('nightly');
    expect(drift).toContain('name: By hand → Nightly');
    await on.api.deleteWebhook(webhook.id);
  });

  it('exports everything as a document, which can be kept as a file, and is for admins alone', async () => {
    const page = await on.signedIn('config', await on.tokenOf('admin'));
    const member = await on.signedIn('', await on.tokenOf('member'));

    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'Download' }).isEnabled();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const text = await readFile(await (await download).path(), 'utf8');

    expect(text).toContain('# yaml-language-server');
    expect(text).toContain('first-webhook:');
    expect(await member.getByRole('link', { name: 'As code' }).count()).toBe(0);
  });
}
