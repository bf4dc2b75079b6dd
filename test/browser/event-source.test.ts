import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { managementApi } from '../integration/api.ts';
import { eventually } from '../integration/eventually.ts';
import { startStack, type Stack } from '../integration/stack.ts';
import { streamTasks } from '../integration/stream-tasks.ts';
import { launchBrowser, type TestBrowser } from './browser.ts';

let stack: Stack;
let browser: TestBrowser;
let site: Server;

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchBrowser()]);
});
afterAll(async () => {
  site?.close();
  await Promise.all([stack?.stop(), browser?.close()]);
});

/** A page of another site: the one that the documentation offers for copying. */
async function serveSite(streamUrl: string): Promise<string> {
  const docs = await readFile(join(import.meta.dirname, '../../docs/live-stream.md'), 'utf8');
  const reader = /```html\n(.*?)```/s.exec(docs)![1]!.replace('STREAM_URL', streamUrl);
  site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Reader</title>${reader}`);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const address = site.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
}

it('is read by the EventSource of a browser, which comes back by itself when the task dies and misses nothing', async () => {
  const api = managementApi(stack);
  const channel = await api.createChannel({ kind: 'live-stream', name: 'Stream', config: {} });
  const webhook = await api.createWebhook({ name: 'Source' });
  await api.link(webhook.id, channel.id);
  const send = async (message: string) =>
    fetch(webhook.endpointUrl, { method: 'POST', body: JSON.stringify({ message }) });
  const page = await browser.open();
  const connected = page.waitForResponse(channel.streamUrl!);
  await page.goto(await serveSite(channel.streamUrl!));
  await connected;

  await send('one');
  await page.getByText('one').waitFor();
  const [task] = await streamTasks(stack);
  process.kill(task!.pid, 'SIGKILL');
  await send('while nobody listens');
  await page.getByText('while nobody listens').waitFor();
  await send('two');
  await page.getByText('two').waitFor();

  const items = await page.locator('li').allTextContents();
  expect(items.filter((item, n) => items.indexOf(item) === n)).toEqual(['one', 'while nobody listens', 'two']);
  const again = await eventually(async () => streamTasks(stack).then((tasks) => tasks[0]));
  expect(again.pid).not.toBe(task!.pid);
  expect(browser.complaints).toEqual([]);
});
