import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { openCallback, type Callback } from '../../../cli/sign-in/callback.ts';
import { freePort } from '../../../local/process/free-port.ts';

const opened: Callback[] = [];
afterEach(() => opened.splice(0).forEach(({ close }) => close()));

async function open(ports: readonly number[]): Promise<Callback> {
  const callback = await openCallback('ours', ports);
  opened.push(callback);
  return callback;
}

describe('where the browser brings the answer of the issuer', () => {
  it('takes the first answer with its state, and shows a page that loads nothing', async () => {
    const { redirectUri, answered } = await open([await freePort()]);
    const response = await fetch(`${redirectUri}?code=first&state=ours`);

    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining('You can close this window'),
    ]);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect((await answered).searchParams.get('code')).toBe('first');
  });

  it.each([
    ['another state', 'callback?code=x&state=theirs', 'GET', 400],
    ['no state', 'callback?code=x', 'GET', 400],
    ['another path', 'favicon.ico?state=ours', 'GET', 404],
    ['another method', 'callback?code=x&state=ours', 'POST', 404],
  ])('goes on waiting after %s', async (_, path, method, status) => {
    const { redirectUri, answered } = await open([await freePort()]);
    const wrong = await fetch(new URL(`/${path}`, redirectUri), { method });
    await fetch(`${redirectUri}?code=right&state=ours`);
    const second = await fetch(`${redirectUri}?code=second&state=ours`);

    expect([wrong.status, second.status]).toEqual([status, 400]);
    expect((await answered).searchParams.get('code')).toBe('right');
  });

  it('takes the next port where one is in use, and says when none is left', async () => {
    const [used, free] = [await freePort(), await freePort()];
    const other = createServer().listen(used, '127.0.0.1');
    await once(other, 'listening');
    const { redirectUri } = await open([used, free]);

    expect(redirectUri).toBe(`http://localhost:${free}/callback`);
    await expect(open([used, free])).rejects.toThrow(`the ports ${used}, ${free} are in use`);
    other.close();
  });

  it('answers nobody but this machine, and nobody after its end', async () => {
    const { redirectUri, close } = await open([await freePort()]);
    close();

    await expect(fetch(`${redirectUri}?code=x&state=ours`)).rejects.toThrow('fetch failed');
  });
});
