import type { Page } from 'playwright-core';
import type { ManagementApi } from '../integration/api.ts';
import type { Stack } from '../integration/stack.ts';

/** What opening it may cost. */
export const PAYLOAD_SCRIPT_MS = 500;
export const PAYLOAD_NODES = 3000;

const LEVELS = 6000;
const BYTES = 1_040_000;

/** A body of about 1 MiB, part of it nested so deep that JSON.stringify overflows the stack on it. */
function largeBody(): string {
  const rows: string[] = [];
  for (let length = 0; length < BYTES - LEVELS * 6; length += rows.at(-1)?.length ?? 0)
    rows.push(JSON.stringify({ id: rows.length, name: `Row ${rows.length}`, tags: ['one', 'two'], isReady: true }));
  const deep = `${'{"d":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}`;
  return `{"title":"Large","message":"As large as may be","deep":${deep},"rows":[${rows.join(',')}]}`;
}

/**
 * Sends it to a webhook of its own.
 *
 * @returns the path of its page
 */
export async function sendLargePayload(stack: Stack, api: ManagementApi): Promise<string> {
  const webhook = await api.createWebhook({ name: 'Sends much' });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(webhook.endpointUrl, { method: 'POST', headers, body: largeBody() });
  const { messageId } = Object(await answer.json());
  return `/o/${stack.credentials.organizationId}/messages/${messageId}`;
}

/** Opens the page of a message from within the app, and measures until its payload is there. */
export async function measurePayload(page: Page, path: string) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable');
  const scriptSeconds = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN;
  };
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.getByText('Loading').first().waitFor({ state: 'hidden' });
  const before = await scriptSeconds();
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );
  await page.getByText('rows', { exact: true }).waitFor();
  const scriptMs = ((await scriptSeconds()) - before) * 1000;
  return { scriptMs, nodes: await page.locator('*').count() };
}
