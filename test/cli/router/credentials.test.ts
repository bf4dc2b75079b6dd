import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { contextsFile, readContexts, writeContexts } from '../../../cli/router/contexts.ts';
import { credentialsOf } from '../../../cli/router/credentials.ts';

let folder: Record<string, string>;
beforeEach(async () => {
  folder = { XDG_CONFIG_HOME: await mkdtemp(join(tmpdir(), 'contexts-')) };
});

const stored = {
  current: 'a',
  contexts: { a: { url: 'https://a.example.com', token: 'of a' }, b: { url: 'https://b.example.com', token: 'of b' } },
};

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
    await writeContexts(folder, stored);

    expect(await credentialsOf({ env: { ...folder, ...variables } })).toEqual(expected);
  });

  it('never gives a stored token to another router', async () => {
    await writeContexts(folder, stored);

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
  await writeContexts(folder, stored);
  await writeFile(contextsFile(folder), '{');

  await expect(readContexts(folder)).rejects.toThrow('is damaged; delete it');
});
