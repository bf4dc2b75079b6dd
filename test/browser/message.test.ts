import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { managementApi, type ManagementApi } from '../integration/api.ts';
import { eventually } from '../integration/eventually.ts';
import { startReceiver } from '../integration/receiver.ts';
import { startStack, type Stack } from '../integration/stack.ts';
import { enter, launchBrowser, PATIENT, type TestBrowser } from './browser.ts';
import { measurePayload, PAYLOAD_NODES, PAYLOAD_SCRIPT_MS, sendLargePayload } from './large-payload.ts';

let stack: Stack;
let browser: TestBrowser;
let api: ManagementApi;
let home: string;

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchBrowser()]);
  api = managementApi(stack);
  home = `${stack.baseUrl}/o/${stack.credentials.organizationId}`;
});
afterEach(async () => {
  await Promise.all(browser.browser.contexts().map((context) => context.close()));
});
afterAll(async () => {
  await Promise.all([stack?.stop(), browser?.close()]);
});

async function signedIn(path: string, width?: number) {
  const page = await browser.open(width === undefined ? {} : { width, height: 844 });
  await enter(page, `${home}/${path}`, stack.credentials.managementToken);
  return page;
}

async function send(url: string, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return Object(await answer.json()).messageId;
}

it('says in one row for each channel why it went there, what was said, what would be sent, and when it is tried again', async () => {
  const said = 'upstream exploded: database is on fire';
  const receiver = await startReceiver((response) =>
    response.writeHead(500, { 'content-type': 'text/plain' }).end(said),
  );
  const failing = await api.createChannel({ kind: 'webhook', name: 'Receiver', config: { url: receiver.url } });
  const pager = await api.createChannel({ kind: 'live-stream', name: 'Urgent only', config: {} });
  const webhook = await api.createWebhook({ name: 'Production' });
  await api.link(webhook.id, failing.id);
  await api.link(webhook.id, pager.id, { filter: { priority: { gte: 4 } } });
  const messageId = await send(webhook.endpointUrl, { title: 'Disk almost full', priority: 2 });
  await eventually(async () => (await api.messages('?state=retrying')).items[0]);
  const page = await signedIn(`messages/${messageId}`);
  const row = page.getByRole('region', { name: 'Receiver' });

  await row.getByText('Waiting to retry').waitFor();
  await row.getByText(said).first().waitFor();
  await row.getByText(/^Attempt \d+ (in \d+ (s|ms)|is due)$/).waitFor();
  await row.getByRole('button', { name: 'Show the request' }).click();
  await row.getByRole('button', { name: 'Copy as curl' }).waitFor();
  const request = await row.getByLabel('What would be sent').innerText();
  const filtered = page.getByRole('region', { name: 'Urgent only' });
  await filtered.getByText('Filtered out').waitFor();

  expect(request).toContain('Disk almost full');
  expect(await filtered.innerText()).toContain('2');
  await receiver.stop();
});

it('opens beside its list, and the keys j and k go through the list', async () => {
  const webhook = await api.createWebhook({ name: 'Steps' });
  for (const title of ['First', 'Second', 'Third']) await send(webhook.endpointUrl, { title });
  const page = await signedIn(`messages?webhook=${webhook.id}`);
  const panel = (title: string) => page.getByRole('heading', { level: 2, name: title });

  await page.getByRole('button', { name: 'Show beside the list: Third' }).click();
  await panel('Third').waitFor();
  await page.keyboard.press('j');
  await panel('Second').waitFor();
  await page.keyboard.press('j');
  await panel('First').waitFor();
  await page.keyboard.press('k');
  await panel('Second').waitFor();
  await page.reload();
  await panel('Second').waitFor();
  await page.keyboard.press('Escape');

  await expect.poll(() => panel('Second').count(), PATIENT).toBe(0);
});

it('is a page of its own on a telephone, and its list is cards', async () => {
  const webhook = await api.createWebhook({ name: 'Small' });
  await send(webhook.endpointUrl, { title: 'On the road' });
  const page = await signedIn(`messages?webhook=${webhook.id}`, 390);

  await page.getByRole('link', { name: 'On the road' }).waitFor();
  expect(await page.getByRole('table').count()).toBe(0);
  await page.getByRole('link', { name: 'On the road' }).click();

  await page.getByRole('heading', { level: 1, name: 'On the road' }).waitFor();
});

it('opens with 1 MiB of payload, 6,000 levels deep, without much ado', async () => {
  const path = await sendLargePayload(stack, api);
  const page = await signedIn('');

  const { scriptMs, nodes } = await measurePayload(page, path);

  console.log(`1 MiB of payload: ${Math.round(scriptMs)} ms of script, ${nodes} elements`);
  expect(scriptMs).toBeLessThanOrEqual(PAYLOAD_SCRIPT_MS);
  expect(nodes).toBeLessThanOrEqual(PAYLOAD_NODES);
});

it('shows all of a payload by hand: deeper, further, and as text', async () => {
  const webhook = await api.createWebhook({ name: 'Many' });
  const rows = Array.from({ length: 250 }, (_, id) => ({ id }));
  const messageId = await send(webhook.endpointUrl, { title: 'Many rows', rows, text: 'x'.repeat(2000) });
  const page = await signedIn(`messages/${messageId}`);

  await page.getByText('rows', { exact: true }).click();
  await page.getByRole('button', { name: 'Show 100 more of 150' }).click();
  await page.getByRole('button', { name: 'Show 50 more of 50' }).click();
  await page.getByText('[249]', { exact: true }).click();
  await page.getByText('249', { exact: true }).waitFor();
  await page.getByRole('button', { name: /Show all 2,002 characters/ }).click();
  await page.getByRole('button', { name: 'JSON', exact: true }).click();

  const text = await page.getByLabel('Payload as JSON', { exact: true }).innerText();
  expect(JSON.parse(text)).toMatchObject({ rows });
});

it('has no error and offends no content security policy', () => {
  expect(browser.complaints).toEqual([]);
});
