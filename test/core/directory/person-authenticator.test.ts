import { describe, expect, it } from 'vitest';
import {
  type Address,
  createPersonAuthenticator,
  type Issuer,
  type Verified,
} from '../../../core/directory/person-authenticator.ts';
import { createFakeDirectory } from '../../fakes/directory.ts';
import { createFakeGenerators } from '../../fakes/generators.ts';

const ADA: Verified = { kind: 'ok', issuer: 'https://login.example.com', subject: 'ada' };

function rig(answers: { verified?: Verified; address?: Address } = {}) {
  const { store } = createFakeDirectory();
  const asked: string[] = [];
  const issuer: Issuer = {
    verify: async () => answers.verified ?? ADA,
    addressOf: async (token) => {
      asked.push(token);
      return answers.address ?? { kind: 'ok', email: 'ada@example.com' };
    },
  };
  const authenticator = createPersonAuthenticator({ ...createFakeGenerators(), issuer, people: store });
  return { store, asked, authenticator };
}

describe('a person with an access token', () => {
  it('is known from the first request on, and the address is asked for once', async () => {
    const { authenticator, asked } = rig();

    const first = await authenticator.authenticate('token');
    const second = await authenticator.authenticate('token');

    expect(first).toMatchObject({ user: { email: 'ada@example.com' }, memberships: [] });
    expect(second).toEqual(first);
    expect(asked).toEqual(['token']);
  });

  it('is one person, however many first requests come at once', async () => {
    const { authenticator } = rig();

    const callers = await Promise.all(Array.from({ length: 5 }, async () => authenticator.authenticate('token')));

    expect(new Set(callers.map((caller) => (typeof caller === 'object' ? caller.id : caller))).size).toBe(1);
  });

  it.each<[string, Verified, unknown]>([
    ['refused', { kind: 'refused' }, undefined],
    ['not decidable now', { kind: 'unavailable' }, 'unavailable'],
  ])('is %s when the token is', async (_, verified, expected) => {
    const { authenticator } = rig({ verified });

    expect(await authenticator.authenticate('token')).toBe(expected);
  });

  it.each<[string, Address, unknown]>([
    ['not let in without a verified address', { kind: 'unverified' }, undefined],
    ['asked to come back while the address cannot be told', { kind: 'unavailable' }, 'unavailable'],
  ])('is %s', async (_, address, expected) => {
    const { authenticator, store } = rig({ address });

    expect(await authenticator.authenticate('token')).toBe(expected);
    expect((await store.listMembers('org_1', { limit: 10 })).items).toEqual([]);
  });

  it('is somebody else under the same subject of another issuer', async () => {
    const { authenticator, store } = rig();
    const issuer: Issuer = {
      verify: async () => ({ kind: 'ok', issuer: 'https://other.example.com', subject: 'ada' }),
      addressOf: async () => ({ kind: 'ok', email: 'ada@example.com' }),
    };
    const other = createPersonAuthenticator({
      ...createFakeGenerators(Date.parse('2027-01-01T00:00:00.000Z')),
      issuer,
      people: store,
    });

    const [here, there] = [await authenticator.authenticate('token'), await other.authenticate('token')];

    expect(here).not.toEqual(there);
  });

  it('is asked to come back when signing up was lost to somebody and left nothing', async () => {
    const { authenticator, store } = rig();
    store.signUp = async () => ({ kind: 'lost' });

    expect(await authenticator.authenticate('token')).toBe('unavailable');
  });
});
