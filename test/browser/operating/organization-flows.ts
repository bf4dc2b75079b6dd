import { describe, expect, it } from 'vitest';
import { enter, passIssuer } from '../browser.ts';
import { heading, type Workplace } from './workplace.ts';

/** The plan, the last changes, and people who come and go. */
export function organizationFlows(on: Workplace): void {
  describe('the plan', () => {
    it('is changed by an owner, who is told before what changes, and by nobody else', async () => {
      const page = await on.signedIn('settings');
      const dialog = page.getByRole('dialog', { name: 'Change the plan' });

      await page.getByRole('button', { name: 'Change plan' }).click();
      const unchanged = await dialog.getByRole('button', { name: 'Change plan' }).isDisabled();
      await dialog.getByText('Pro', { exact: true }).click();
      await dialog.getByLabel('Extra packs').fill('2');
      const told = await dialog.getByText('What changes').locator('../..').innerText();
      await dialog.getByRole('button', { name: 'Change plan' }).click();
      await page.getByText('Plan changed').waitFor();
      await page.getByText(/^\d+ of 45,000$/).waitFor();

      expect(unchanged).toBe(true);
      expect(told).toContain('Messages a month: 3,000 become 45,000.');
      expect(told).toContain('Webhooks: 5 become 50.');
      expect(await on.read('')).toMatchObject({ plan: 'pro', extraPacks: 2, usage: { limit: 45_000 } });
      for (const role of ['admin', 'member'] as const) {
        const other = await on.signedIn('settings', await on.tokenOf(role));
        await other.getByText('An owner can change it').waitFor();
        expect(await other.getByRole('button', { name: 'Change plan' }).count()).toBe(0);
      }
    });

    it('warns of webhooks that a smaller plan has no room for, and says at the limit what to do', async () => {
      const page = await on.signedIn('settings');
      const dialog = page.getByRole('dialog', { name: 'Change the plan' });
      await on.api.call('PATCH', on.api.path, { plan: 'pro', extraPacks: 0 });
      const { items } = await on.read<{ items: object[] }>('/webhooks');
      for (let n = items.length; n < 6; n += 1) await on.api.createWebhook({ name: `Webhook ${n}` });
      await page.reload();

      await page.getByRole('button', { name: 'Change plan' }).click();
      await dialog.getByText('Free', { exact: true }).click();
      await dialog.getByText('There are 6 webhooks: they go on working, and no more can be created.').waitFor();
      await dialog.getByRole('button', { name: 'Change plan' }).click();
      await page.getByText('6 of 5', { exact: true }).waitFor();
      await page.goto(`${on.home()}/webhooks/create`);
      await page.getByLabel('Name').fill('One too many');
      await page.getByRole('button', { name: 'Create webhook' }).click();
      await page.getByText('The plan allows 5 webhooks').waitFor();

      const advice = page.getByText('Delete one that you do not need, or ask an owner to change the plan');
      expect(await advice.count()).toBeGreaterThan(0);
      await on.api.call('PATCH', on.api.path, { plan: 'business', extraPacks: 0 });
    });
  });

  it('tells on the overview what changed last, with who did it, and members nothing of it', async () => {
    const webhook = await on.api.createWebhook({ name: 'Freshly made' });
    const page = await on.signedIn('');
    const member = await on.signedIn('', await on.tokenOf('member'));

    const changes = page.getByRole('listitem').filter({ hasText: 'Webhook created' });
    await changes.getByRole('link', { name: 'Freshly made' }).click();
    await heading(page, 'Freshly made');
    await member.getByRole('heading', { name: 'Failing channels' }).waitFor();

    expect(page.url()).toBe(`${on.home()}/webhooks/${webhook.id}`);
    expect(await member.getByText('Recent changes').count()).toBe(0);
  });

  it('invites a person, who joins with the role given, loses powers with it, and sees nothing when removed', async () => {
    const made = Object(await (await on.api.call('POST', '/organizations', { name: 'Second' })).json());
    const { email } = on.stack.credentials.login;
    const owner = await on.browser.open();
    await enter(owner, `${on.home(made.id)}/members`, made.managementToken);

    await owner.getByRole('button', { name: 'Invite' }).click();
    await owner.getByLabel('Email address').fill(email);
    await owner.getByRole('button', { name: /^Role/ }).click();
    await owner.getByRole('option', { name: /^Admin/ }).click();
    await owner.getByRole('button', { name: 'Create invitation' }).click();
    const shown = owner.getByRole('dialog', { name: 'Invitation link' });
    const link = /http\S+\/invitations\/[\w-]+/.exec(await shown.innerText())![0];
    await shown.getByText('I have saved it').click();
    await shown.getByRole('button', { name: 'Done' }).click();
    await owner.getByRole('button', { name: `Revoke the invitation of ${email}` }).waitFor();

    const person = await on.browser.open();
    await person.goto(link);
    await passIssuer(person, on.stack.credentials.login);
    await person.getByText(`Join the organization as ${email}`).waitFor();
    await person.getByRole('button', { name: 'Join' }).click();
    await heading(person, 'Overview');
    await person.getByRole('link', { name: 'Channels', exact: true }).click();
    await person.getByRole('link', { name: 'Create channel' }).first().waitFor();
    expect(person.url()).toBe(`${on.home(made.id)}/channels`);
    expect(await person.getByRole('link', { name: 'Tokens' }).count()).toBe(0);

    await owner.reload();
    await owner.getByRole('button', { name: `Role of ${email}` }).click();
    await owner.getByRole('option', { name: /^Member/ }).click();
    await owner.getByText('Role changed').waitFor();
    await person.reload();
    await person.getByText('No channels yet').waitFor();
    expect(await person.getByRole('link', { name: 'Create channel' }).count()).toBe(0);

    await owner.getByRole('button', { name: `Remove ${email}` }).click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await owner.getByText('Nobody signs in to this organization').waitFor();
    await person.reload();
    await person.getByText('you are not a member of it').waitFor();
  });
}
