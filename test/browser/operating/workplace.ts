import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Page } from 'playwright-core';
import { managementApi, type ManagementApi } from '../../integration/api.ts';
import { startStack, type Stack } from '../../integration/stack.ts';
import { enter, launchBrowser, type TestBrowser } from '../browser.ts';

/** A running stack and a browser, for all tests of a file, with what each of them does. */
export class Workplace {
  stack!: Stack;
  browser!: TestBrowser;
  api!: ManagementApi;

  /** The address of an organization, by default the first one. */
  home(organizationId = this.stack.credentials.organizationId): string {
    return `${this.stack.baseUrl}/o/${organizationId}`;
  }

  /** A page of somebody who has signed in with the owner's token, or another one. */
  async signedIn(path: string, token = this.stack.credentials.managementToken): Promise<Page> {
    const page = await this.browser.open();
    await enter(page, `${this.home()}/${path}`, token);
    return page;
  }

  async tokenOf(role: 'member' | 'admin'): Promise<string> {
    const answer = await this.api.call('POST', `${this.api.path}/tokens`, { name: role, role });
    return Object(await answer.json()).token;
  }

  /** What the API says below the organization. */
  async read<T>(path: string): Promise<T> {
    return (await (await this.api.call('GET', this.api.path + path)).json()) as T;
  }

  /** A webhook with a Live Stream of its own. */
  async watched(name: string) {
    const stream = await this.api.createChannel({ kind: 'live-stream', name, config: {} });
    const webhook = await this.api.createWebhook({ name });
    await this.api.link(webhook.id, stream.id);
    return { webhook, stream };
  }

  async send(url: string, body: object): Promise<Response> {
    return fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }
}

/** Starts both before the first test of the file, gives each test pages of its own, and stops both after the last. */
export function workplace(settings: Readonly<Record<string, string>>): Workplace {
  const on = new Workplace();
  beforeAll(async () => {
    [on.stack, on.browser] = await Promise.all([startStack(settings), launchBrowser()]);
    on.api = managementApi(on.stack);
  });
  afterEach(async () => {
    await Promise.all(on.browser.browser.contexts().map((context) => context.close()));
  });
  afterAll(async () => {
    await Promise.all([on.stack?.stop(), on.browser?.close()]);
  });
  return on;
}

/** Waits until the page is the one of this name. */
export const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
