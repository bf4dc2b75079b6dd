import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCAL_CLIENT_ID } from '../../../local/assembly/attributes.ts';
import { Accounts } from '../../../local/oidc/accounts.ts';
import { openIssuer } from '../../../local/oidc/open-issuer.ts';

let dataDir: string;
let server: Server;
let issuer: Awaited<ReturnType<typeof openIssuer>>;
let baseUrl: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'issuer-'));
  server = createServer((request, response) => void issuer.handle(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  baseUrl = `http://localhost:${typeof address === 'object' ? address?.port : ''}`;
  const person = { email: 'owner@example.com', password: 'secret' };
  const callbacks = [`${baseUrl}/callback`];
  issuer = await openIssuer({ dataDir, baseUrl, callbacks, person, accounts: new Accounts(':memory:') });
});
afterAll(async () => {
  server.close();
  issuer.close();
  await rm(dataDir, { recursive: true });
});

interface Asked {
  readonly cookies?: string;
  readonly host?: string;
  readonly form?: string;
}

/** One request as a browser that took the address for that of `host` sends it. */
async function ask(url: URL, { cookies = '', host = url.host, form }: Asked = {}): Promise<IncomingMessage> {
  const request = httpRequest(url.href.replace('localhost', '127.0.0.1'), {
    method: form === undefined ? 'GET' : 'POST',
    headers: { host, cookie: cookies },
  });
  request.end(form);
  const [response] = await once(request, 'response');
  return response;
}

/** From the address that the dashboard sends people to, to the page that asks who they are. */
async function beginWith(hint: string) {
  const params = {
    client_id: LOCAL_CLIENT_ID,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: `${baseUrl}/callback`,
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
    login_hint: hint,
  };
  const begun = await ask(new URL(`${baseUrl}/oidc/auth?${new URLSearchParams(params).toString()}`));
  const cookies = (begun.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ');
  return { page: new URL(begun.headers.location ?? '', baseUrl), cookies };
}

it('passes whoever has the hint, once, and asks the next one for a password', async () => {
  const hint = issuer.issueHint();
  const [first, second] = [await beginWith(hint), await beginWith(hint)];

  const passed = await ask(first.page, first);
  const asked = await ask(second.page, second);

  expect([passed.statusCode, passed.headers.location]).toEqual([303, expect.stringContaining('/oidc/auth/')]);
  expect(asked.statusCode).toBe(200);
  expect(await text(asked)).toContain('That link was used before');
});

it('does not listen to a hint under another name of this machine, and does not use it up', async () => {
  const hint = issuer.issueHint();
  const { page, cookies } = await beginWith(hint);

  const elsewhere = await ask(page, { cookies, host: 'rebound.example.com' });
  const here = await ask(page, { cookies });

  expect([elsewhere.statusCode, here.statusCode]).toEqual([200, 303]);
});

it('takes an ordinary hint for none', async () => {
  const { page, cookies } = await beginWith('owner@example.com');

  const asked = await ask(page, { cookies });

  expect(asked.statusCode).toBe(200);
  expect(await text(asked)).not.toContain('role="alert"');
});

it('keeps the address that was typed with a wrong password, whatever it holds', async () => {
  const { page, cookies } = await beginWith('');
  const form = new URLSearchParams({ email: '"><script>alert(1)</script>@example.com', password: 'wrong' });

  const refused = await ask(page, { cookies, form: form.toString() });
  const html = await text(refused);

  expect(refused.statusCode).toBe(401);
  expect(html).toContain('Wrong email or password.');
  expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;@example.com"');
  expect(html).not.toContain('<script>');
});
