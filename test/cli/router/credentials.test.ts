import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { changeContexts, contextsFile, readContexts } from '../../../cli/router/contexts.ts';
import { credentialsOf } from '../../../cli/router/credentials.ts';

let folder: Record<string, string>;
beforeEach(async () => {
  folder = { XDG_CONFIG_HOME: await mkdtemp(join(tmpdir(), 'contexts-')) };
});

const stored = {
  current: 'a',
  contexts: { a: { url: 'https://a.example.com', token: 'of a' }, b: { url: 'https://b.example.com', token: 'of b' } },
};

const session = {
  issuer: 'https://login.example.com',
  clientId: 'c',
  email: 'ana@example.com',
  organizationId: 'org_1',
  expiresAt: 0,
};
const personal = { current: 'p', contexts: { p: { url: 'https://p.example.com', token: 'of p', session } } };

describe('which router is called, and with what', () => {
  it.each([
    ['the current context', {}, { url: 'https://a.example.com', token: 'of a' }],
    ['NOTIFY_TOKEN at the current router', { NOTIFY_TOKEN: 't' }, { url: 'https://a.example.com', token: 't' }],
    ['the token that was stored for NOTIFY_URL', { NOTIFY_URL: 'https://b.example.com/' }, stored.contexts.b],
    [
      'both variables',
      { NOTIFY_URL: 'https://c.example.com', NOTIFY_TOKEN: 't' },
      { url: 'https://c.example.com', token: 't' },
    ],
  ])('is %s', async (_, variables, expected) => {
    await changeContexts(folder, () => stored);

    expect(await credentialsOf({ env: { ...folder, ...variables } })).toEqual(expected);
  });

  it('of a person is their session, for the organization that they signed in for', async () => {
    await changeContexts(folder, () => personal);
    const { url, token } = personal.contexts.p;

    expect(await credentialsOf({ env: folder })).toEqual({
      url,
      token,
      signedIn: { context: 'p' },
      organization: 'org_1',
    });
    expect(await credentialsOf({ env: { ...folder, NOTIFY_TOKEN: 't' } })).toEqual({ url, token: 't' });
  });

  it('never gives a stored token to another router', async () => {
    await changeContexts(folder, () => stored);

    await expect(credentialsOf({ env: { ...folder, NOTIFY_URL: 'https://evil.example.com' } })).rejects.toThrow(
      'there is no token for https://evil.example.com',
    );
  });

  it.each([
    ['ftp://a.example.com', 'NOTIFY_URL is no address'],
    ['https://me:secret@a.example.com', 'NOTIFY_URL must not contain a password'],
  ])('refuses %s', async (url, message) => {
    await expect(credentialsOf({ env: { ...folder, NOTIFY_URL: url } })).rejects.toThrow(message);
  });

  it('says that nothing is set up', async () => {
    await expect(credentialsOf({ env: folder })).rejects.toThrow('not signed in');
    await expect(credentialsOf({ env: { ...folder, NOTIFY_TOKEN: 't' } })).rejects.toThrow('set NOTIFY_URL too');
  });
});

it('says that the file of contexts is damaged', async () => {
  await changeContexts(folder, () => stored);
  await writeFile(contextsFile(folder), '{');

  await expect(readContexts(folder)).rejects.toThrow('is damaged; delete it');
});
