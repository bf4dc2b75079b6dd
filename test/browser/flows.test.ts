import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { managementApi, type ManagementApi } from '../integration/api.ts';
import { eventually } from '../integration/eventually.ts';
import { startReceiver } from '../integration/receiver.ts';
import { startStack, type Stack } from '../integration/stack.ts';
import {
  PATIENT,
  clickBehind,
  enter,
  launchBrowser,
  signInWithPassword,
  signInWithToken,
  type TestBrowser,
} from './browser.ts';

let stack: Stack;
let browser: TestBrowser;
let api: ManagementApi;

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchBrowser()]);
  api = managementApi(stack);
});
afterEach(async () => {
  await Promise.all(browser.browser.contexts().map((context) => context.close()));
});
afterAll(async () => {
  await Promise.all([stack?.stop(), browser?.close()]);
});

const home = () => `${stack.baseUrl}/o/${stack.credentials.organizationId}`;

/** A page of somebody who has signed in with the owner's token, or another one. */
async function signedIn(path = '', token = stack.credentials.managementToken): Promise<Page> {
  const page = await browser.open();
  await enter(page, `${home()}/${path}`, token);
  return page;
}

async function tokenOf(role: 'member' | 'admin'): Promise<{ id: string; token: string }> {
  const answer = await api.call('POST', `${api.path}/tokens`, { name: role, role });
  return (await answer.json()) as { id: string; token: string };
}

const read = async <T>(path: string) => (await (await api.call('GET', `${api.path}/${path}`)).json()) as T;

const send = (url: string, body: object, key?: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
  });

const storedSecrets = (page: Page) =>
  page.evaluate<string>('JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])');

const shownText = (page: Page) => page.locator('main, [role=dialog]').allInnerTexts();

/** Answers the question that the page asks. */
const confirm = (page: Page, action: string) =>
  page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();

it('leads from the printed link to the event seen with at most four clicks, and nothing typed', async () => {
  const link = /^Sign in +(\S+)/m.exec(stack.output())![1]!;
  const page = await browser.open();
  // Everything a hand does, counted where the page itself sees it.
  await page.addInitScript(`for (const name of ['click', 'input']) addEventListener(name, ({ isTrusted }) => {
    if (isTrusted) sessionStorage.setItem(name, Number(sessionStorage.getItem(name)) + 1);
  }, true)`);
  const beginning = Date.now();

  await page.goto(link);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.getByRole('link', { name: 'First steps', exact: true }).click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByRole('log').getByRole('article').first().waitFor();
  const took = Date.now() - beginning;
  const [clicks, inputs] = await page.evaluate<[string | null, string | null]>(
    `['click', 'input'].map((name) => sessionStorage.getItem(name))`,
  );
  const second = await browser.open();
  await second.goto(link);
  await second.getByText('That link was used before').waitFor();

  console.log(`first run: ${clicks} clicks, ${inputs ?? 0} fields typed into, ${took} ms`);
  expect(Number(clicks)).toBeLessThanOrEqual(4);
  expect(Number(inputs)).toBeLessThanOrEqual(1);
});

describe('signing in', () => {
  it('takes a person through the issuer, survives a reload, and forgets all tokens at sign-out', async () => {
    const page = await browser.open();

    await signInWithPassword(page, stack.baseUrl, stack.credentials.login);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    const before = await storedSecrets(page);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/o/'));

    expect(before).toContain('access_token');
    await expect.poll(() => storedSecrets(page).catch(() => 'access_token'), PATIENT).not.toContain('access_token');
  });

  it('says that the session has ended when the credential is revoked, and keeps nothing of it', async () => {
    const { id, token } = await tokenOf('admin');
    const page = await browser.open();
    await signInWithToken(page, stack.baseUrl, token);

    await api.call('DELETE', `${api.path}/tokens/${id}`);
    await clickBehind(page.getByRole('link', { name: 'Messages', exact: true }));

    await page.getByText('Your session has ended').waitFor();
    expect(await storedSecrets(page)).not.toContain('nrm_');
  });

  it('shows a member no button that they may not use, and no token page', async () => {
    const { token } = await tokenOf('member');
    const webhook = await api.createWebhook({ name: 'Seen by members' });

    const page = await signedIn(`webhooks/${webhook.id}`, token);
    await page.getByRole('heading', { level: 1, name: 'Seen by members' }).waitFor();

    for (const name of ['Disable', 'Actions', 'Rename', 'Link channel']) {
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
    }
    expect(await page.getByRole('link', { name: 'Tokens' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Edit', exact: true }).count()).toBe(0);
    for (const path of ['webhooks/create', `webhooks/${webhook.id}/edit`, 'channels/create', 'start', 'tokens']) {
      await page.goto(`${home()}/${path}`);
      await page.getByText(/^This page is for (admins|owners) of the organization$/).waitFor();
    }
  });
});

it('leads on First steps from the sender to a channel, and shows what arrives in two tabs', async () => {
  const page = await signedIn('start');

  await page.getByText('GitHub', { exact: true }).click();
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByText('Waiting for your first notification').waitFor();
  const steps = await page.getByText('GitHub sends a ping straight away.').count();
  const { items: webhooks } = await read<{ items: { endpointUrl: string; preset: string }[] }>('webhooks');
  const url = webhooks.find(({ preset }) => preset === 'github')!.endpointUrl;
  await send(url, { title: 'The very first' });
  await page.getByRole('log').getByText('The very first').first().waitFor();
  await page.getByRole('button', { name: 'Live Stream', exact: true }).click();
  await page.getByRole('button', { name: 'Create channel' }).click();
  await page.getByText('From the next notification on').waitFor();
  const [channel] = await read<{ items: { id: string }[] }>('channels').then(({ items }) => items);
  const second = await page.context().newPage();
  await enter(second, `${home()}/live?channel=${channel!.id}`, stack.credentials.managementToken);
  await second.getByText('Connected', { exact: true }).waitFor();
  await send(url, { title: 'Seen in both tabs' });

  for (const tab of [page, second]) await tab.getByRole('log').getByText('Seen in both tabs').first().waitFor();
  await page
    .getByRole('button', { name: 'See the messages' })
    .or(page.getByRole('link', { name: 'See the messages' }))
    .click();
  await page.getByRole('link', { name: 'Seen in both tabs' }).click();
  await page.getByRole('heading', { level: 1, name: 'Seen in both tabs' }).waitFor();
  await page.getByText('Delivered', { exact: true }).first().waitFor();

  expect(steps).toBe(1);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Seen in both tabs');
});

describe('a webhook', () => {
  it('shows its new key once, and never again', async () => {
    const page = await signedIn('webhooks/create');
    await page.getByLabel('Name').fill('With a key');
    await page.getByText('Require an API key').click();
    await page.getByRole('button', { name: 'Create webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'API key for this webhook' });
    const key = /nrk_[0-9a-f]{64}/.exec(await dialog.innerText())![0];
    expect(await dialog.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);

    await dialog.getByText('I have saved it').click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText(`${key.slice(0, 12)}…`).waitFor();
    const stored = await storedSecrets(page);
    await page.reload();
    await page.getByText(`${key.slice(0, 12)}…`).waitFor();

    expect(stored).not.toContain('nrk_');
    expect((await shownText(page)).join()).not.toContain(key);
  });

  it('gets another address; the old one fails at once, and so do disabled and deleted ones', async () => {
    const webhook = await api.createWebhook({ name: 'To be changed' });
    await send(webhook.endpointUrl, { title: 'Outlives its webhook' });
    const page = await signedIn(`webhooks/${webhook.id}`);
    const current = async () => (await read<{ endpointUrl: string }>(`webhooks/${webhook.id}`)).endpointUrl;

    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Regenerate URL' }).click();
    await confirm(page, 'Regenerate URL');
    await page.getByText('has a new address').waitFor();
    expect((await send(webhook.endpointUrl, {})).status).toBe(404);
    expect((await send(await current(), {})).status).toBe(201);

    await page.getByRole('button', { name: 'Disable' }).click();
    await confirm(page, 'Disable');
    await page.getByRole('button', { name: 'Enable', exact: true }).waitFor();
    expect((await send(await current(), {})).status).toBe(403);

    const last = await current();
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await confirm(page, 'Delete');
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    expect((await send(last, {})).status).toBe(404);
    await page.goto(`${home()}/messages`);
    await page.getByRole('link', { name: 'Outlives its webhook' }).waitFor();
  });

  it('demands a key once who switched that on was told what becomes of senders', async () => {
    const webhook = await api.createWebhook({ name: 'Soon with a key' });
    const page = await signedIn(`webhooks/${webhook.id}/edit`);

    await page.getByLabel('Require an API key').click();
    const told = await page.getByText('No key was issued yet').innerText();
    const before = (await send(webhook.endpointUrl, {})).status;
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('On: every send gets 401 until a key is issued').waitFor();

    expect(told).toContain('every send gets 401 until you issue one');
    expect([before, (await send(webhook.endpointUrl, {})).status]).toEqual([201, 401]);
  });

  it('is edited on one page: its name, its status, its key and its templates', async () => {
    const webhook = await api.createWebhook({ name: 'Before', templates: { title: 'Old', tags: 'kept' } });
    await send(webhook.endpointUrl, { service: 'billing' });
    const page = await signedIn(`webhooks/${webhook.id}`);
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Edit Before' }).waitFor();

    await page.getByLabel('Name').fill('After');
    await page.getByLabel('Enabled', { exact: true }).click();
    await page.getByText('Senders get 403 until it is enabled again').waitFor();
    await page.getByLabel('Title', { exact: true }).fill('{% if %}');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Correct what is named here and save again.').first().waitFor();
    const refused = await read<{ name: string }>(`webhooks/${webhook.id}`);
    await page.getByLabel('Title', { exact: true }).fill('{{ service }}');
    await page.getByText('billing', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('heading', { level: 1, name: 'After' }).waitFor();

    expect(refused.name).toBe('Before');
    expect(await read(`webhooks/${webhook.id}`)).toMatchObject({
      name: 'After',
      enabled: false,
      requireApiKey: false,
      templates: { title: '{{ service }}', tags: 'kept' },
    });
    expect((await send(webhook.endpointUrl, {})).status).toBe(403);
  });

  it('keeps what somebody else changed while it was edited', async () => {
    const webhook = await api.createWebhook({ name: 'Of two people' });
    const page = await signedIn(`webhooks/${webhook.id}/edit`);
    await page.getByLabel('Name').fill('Mine');

    await api.call('PATCH', `${api.path}/webhooks/${webhook.id}`, { name: 'Theirs' });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Someone else has changed this.').first().waitFor();

    expect(await page.getByLabel('Name').inputValue()).toBe('Mine');
    expect(await read<{ name: string }>(`webhooks/${webhook.id}`)).toMatchObject({ name: 'Theirs' });
  });

  it('tries a filter on its real messages as it is written, in rows and as JSON', async () => {
    const webhook = await api.createWebhook({ name: 'Filtered' });
    const channel = await api.createChannel({ kind: 'live-stream', name: 'Only urgent', config: {} });
    await api.link(webhook.id, channel.id);
    for (const priority of [1, 3, 5]) await send(webhook.endpointUrl, { title: `Priority ${priority}`, priority });
    const page = await signedIn(`webhooks/${webhook.id}/channels/${channel.id}`);
    await page.getByText('Would have matched 3 of 3').waitFor();

    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByRole('button', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'Priority' }).click();
    await page.getByText('Would have matched 2 of 3').waitFor();
    await page.getByRole('button', { name: 'JSON' }).click();
    await page.getByRole('textbox', { name: 'Filter as JSON' }).fill('{"priority": {"gt": 4}}');
    await page.getByText('Would have matched 1 of 3').waitFor();
    await page.getByRole('button', { name: 'Save filter' }).click();
    await page.getByText('priority is above 4').waitFor();

    const saved = await read<{ channels: unknown }>(`webhooks/${webhook.id}`);
    expect(saved.channels).toEqual([
      { channelId: channel.id, enabled: true, filter: { priority: { gt: 4 } }, answers: false },
    ]);
  });
});

it('retries a failed delivery by hand, and shows both attempts', async () => {
  const receiver = await startReceiver((response, count) => response.writeHead(count === 1 ? 400 : 200).end());
  const webhook = await api.createWebhook({ name: 'To a receiver' });
  const channel = await api.createChannel({ kind: 'webhook', name: 'Receiver', config: { url: receiver.url } });
  await api.link(webhook.id, channel.id);
  const { messageId } = (await (await send(webhook.endpointUrl, { title: 'Refused at first' })).json()) as {
    messageId: string;
  };
  await eventually(async () => ((await api.message(messageId)).deliveries[0]?.state === 'failed' ? true : undefined));
  const page = await browser.open();
  // As the link in a delivered notification has it.
  await enter(page, `${stack.baseUrl}/messages/${messageId}`, stack.credentials.managementToken);

  await page.getByRole('button', { name: 'Retry now: Receiver' }).click();
  await page.getByText('HTTP 200').waitFor();

  expect(await page.getByText('HTTP 400').count()).toBeGreaterThan(0);
  await receiver.stop();
});

it('says what to do when the API does not answer, and goes on when it does', async () => {
  await tokenOf('member');
  const page = await signedIn();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  let asked = 0;
  await page.route('**/api/v1/**/audit**', (route) => {
    asked += 1;
    return route.abort();
  });

  await page.getByRole('navigation').getByRole('link', { name: 'Audit log' }).click();
  await page.getByText('The router did not answer').waitFor();
  const before = asked;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => asked, PATIENT).toBeGreaterThan(before);
  await page.unroute('**/api/v1/**/audit**');
  // It may have asked again by itself meanwhile.
  await page.getByRole('button', { name: 'Try again' }).or(page.getByText('Token created')).first().click();

  await page.getByText('The router did not answer').waitFor({ state: 'hidden' });

  await expect.poll(() => page.getByText('Token created').count(), PATIENT).toBeGreaterThan(0);
});

it('never offends its own content security policy, and has no error but the refusals that were asked for', () => {
  expect(browser.complaints.filter((text) => !/\/edit: .* status of (?:400|409) /.test(text))).toEqual([]);
});
