import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import axe from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageTokenOf } from '../../core/ask/addresses.ts';
import type { Ask } from '../../core/ask/ask.ts';
import { createHandler } from '../../lambdas/answers/handler.ts';
import { anAsk, askRig, CHANNEL } from '../fakes/asks.ts';
import { launchBrowser, type TestBrowser } from './browser.ts';

let browser: TestBrowser;
let server: Server;
let handle: ReturnType<typeof createHandler>;

beforeAll(async () => {
  browser = await launchBrowser();
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

/** Gives a request to the function as the HTTP API does. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const event = {
    rawPath: request.url,
    requestContext: { http: { method: request.method } },
    body: Buffer.concat(chunks).toString('base64'),
    isBase64Encoded: true,
  };
  const answered = await handle(event as unknown as APIGatewayProxyEventV2);
  response.writeHead(answered.statusCode ?? 500, answered.headers as Record<string, string>).end(answered.body);
}

const LONG = 'Donaudampfschifffahrt'.repeat(9);

/** The page of an ask behind a server, and the ask as it is then. */
function serve(own: Partial<Ask> = {}) {
  const ask = anAsk(own);
  const { ports, store, clock } = askRig([ask]);
  handle = createHandler({ ...ports, publicBaseUrl: 'https://notify.example.com' });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/a/${pageTokenOf(ask, CHANNEL)}`,
    stored: async () => store.read(ask.id),
    clock,
    ask,
  };
}

describe.each(['light', 'dark'] as const)('the answer page in the %s theme', (theme) => {
  it.each<[string, Partial<Ask>]>([
    ['open', { text: true, content: { title: LONG, message: LONG, tags: [] } }],
    ['for approvers', { approvers: ['ann@example.com'] }],
    ['over', { status: 'cancelled' }],
  ])('has no violation that axe knows, and fits a telephone: %s', async (_, own) => {
    const { url } = serve(own);
    const page = await browser.open({ theme, width: 360, height: 740 });
    await page.goto(url);

    await page.evaluate(axe.source);
    const found = await page.evaluate<axe.Result[]>('axe.run(document).then(({ violations }) => violations)');
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');

    expect(found.map(({ id }) => id)).toEqual([]);
    expect(width).toBeLessThanOrEqual(360);
    expect(browser.complaints).toEqual([]);
    await page.context().close();
  });
});

it('is answered by the keyboard alone, and shows the next visitor what was decided', async () => {
  const { url, stored } = serve({ text: true });
  const page = await browser.open();
  await page.goto(url);

  await page.keyboard.press('Tab');
  await page.keyboard.type('after lunch');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('status').waitFor();
  const later = await browser.open();
  await later.goto(url);

  expect(await stored()).toMatchObject({ status: 'answered', answer: { option: 'yes', text: 'after lunch' } });
  expect(await later.getByRole('status').textContent()).toContain('Approve – after lunch');
  expect(await later.getByRole('button').count()).toBe(0);
  await Promise.all([page.context().close(), later.context().close()]);
});

it('works without JavaScript, from a page that was open while somebody else decided, too', async () => {
  const { url, stored } = serve();
  const context = await browser.browser.newContext({ javaScriptEnabled: false });
  const [first, second] = [await context.newPage(), await context.newPage()];
  await first.goto(url);
  await second.goto(url);

  await first.getByRole('button', { name: 'Reject' }).click();
  await first.getByRole('status').waitFor();
  await second.getByRole('button', { name: 'Approve' }).click();

  expect(await second.getByRole('status').textContent()).toContain('Reject');
  expect(await stored()).toMatchObject({ answer: { option: 'no' } });
  // Loading it again sends nothing once more.
  await first.reload();
  expect(await first.getByRole('status').textContent()).toContain('Reject');
  await context.close();
});

it('lets no other site frame it', async () => {
  const { url } = serve();
  const page = await browser.open();
  await page.setContent(`<iframe src="${url}"></iframe>`);
  await page.waitForLoadState('networkidle');

  expect(
    await page
      .frames()[1]
      ?.evaluate('document.body?.innerText ?? ""')
      .catch(() => ''),
  ).not.toContain('Deploy?');
  await page.context().close();
});
