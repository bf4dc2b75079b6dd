import { describe, expect, it } from 'vitest';
import { heading, type Workplace } from './workplace.ts';

/** Asks: seen beside every page, answered, and over. */
export function askFlows(on: Workplace): void {
  describe('asks', () => {
    it('are counted beside every page, answered with words, and say afterwards who chose what', async () => {
      const webhook = await on.api.createWebhook({ name: 'Releases', requireApiKey: true });
      const config = { webhookUrl: 'https://chat.example.com/hooks/x' };
      const chat = await on.api.createChannel({ kind: 'mattermost', name: 'Release chat', config });
      await on.api.link(webhook.id, chat.id, { answers: true });
      const options = [
        { id: 'yes', label: 'Approve', style: 'primary' },
        { id: 'no', label: 'Reject' },
      ];
      const asked = await fetch(`${webhook.endpointUrl}/ask`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${webhook.apiKey}` },
        body: JSON.stringify({ title: 'Release 7?', message: 'To everybody', ask: { options, text: true } }),
      });
      const { answerUrl } = Object(await asked.json());
      on.stack.secrets.add('answerUrl', answerUrl);
      const page = await on.signedIn('');

      await page.getByText('1 open', { exact: true }).last().waitFor();
      await page.getByRole('link', { name: /^Asks/ }).click();
      await heading(page, 'Asks');
      await page.getByRole('link', { name: 'Release 7?' }).click();
      await heading(page, 'Release 7?');
      await page.getByLabel('Words').fill('after lunch');
      await page.getByRole('button', { name: 'Approve' }).click();
      await page
        .getByText(/^Approve – after lunch, chosen by/)
        .or(page.getByText('chosen by'))
        .first()
        .waitFor();

      expect(await page.getByRole('button', { name: 'Reject' }).count()).toBe(0);
      expect(await (await fetch(answerUrl)).json()).toMatchObject({
        status: 'answered',
        answer: { option: 'yes', text: 'after lunch', by: { type: 'token' } },
      });
    });
  });
}
