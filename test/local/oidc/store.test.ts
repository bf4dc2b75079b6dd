import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IssuerStore } from '../../../local/oidc/store.ts';

let folder: string;
let store: IssuerStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issuer-'));
  store = new IssuerStore(join(folder, 'oidc.sqlite'));
});
afterEach(async () => {
  store.close();
  await rm(folder, { recursive: true });
});

describe('what the issuer remembers', () => {
  it('is found by id and by uid, by the model that stored it', async () => {
    const sessions = store.adapter('Session');
    await sessions.upsert('a', { uid: 'u', accountId: 'owner' }, 60);

    expect(await sessions.find('a')).toMatchObject({ accountId: 'owner' });
    expect(await sessions.findByUid('u')).toMatchObject({ accountId: 'owner' });
    expect(await store.adapter('Grant').find('a')).toBeUndefined();
  });

  it('survives a restart', async () => {
    await store.adapter('Session').upsert('a', { uid: 'u' }, 60);
    store.close();
    store = new IssuerStore(join(folder, 'oidc.sqlite'));

    expect(await store.adapter('Session').find('a')).toEqual({ uid: 'u' });
  });

  it('is gone when its time is over', async () => {
    await store.adapter('AuthorizationCode').upsert('a', {}, -1);

    expect(await store.adapter('AuthorizationCode').find('a')).toBeUndefined();
  });

  it('is marked when used, and goes with its grant', async () => {
    const codes = store.adapter('AuthorizationCode');
    await codes.upsert('a', { grantId: 'g' }, 60);
    await codes.consume('a');
    const used = await codes.find('a');

    await codes.revokeByGrantId('g');

    expect(used).toEqual({ grantId: 'g', consumed: expect.any(Number) });
    expect(await codes.find('a')).toBeUndefined();
  });

  it('can be removed', async () => {
    const grants = store.adapter('Grant');
    await grants.upsert('a', {}, 60);

    await grants.destroy('a');

    expect(await grants.find('a')).toBeUndefined();
  });
});
