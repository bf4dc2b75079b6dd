import { describe, expect, it } from 'vitest';
import { actorOf, entryOf, stepOf, systemAct, type View, withoutSecrets } from '../../../core/directory/audit.ts';
import { act } from '../../fakes/audit.ts';
import { createFakeGenerators } from '../../fakes/generators.ts';
import { ORGANIZATION } from './directory-ports.ts';

/** The entry of a change by a management token. */
function entryFor(views: { before?: View; after?: View }) {
  return entryOf(createFakeGenerators(), act, { organizationId: ORGANIZATION, target: 'wh_1', ...views });
}

describe('an entry of the audit log', () => {
  it('says who did what, when, where and why', () => {
    const step = stepOf(act, 'webhook.channel-unlinked', 'the channel is deleted');

    const entry = entryOf(createFakeGenerators(), step, { organizationId: ORGANIZATION, target: 'wh_1' });

    expect(entry).toEqual({
      id: expect.stringMatching(/^\w{26}$/),
      organizationId: ORGANIZATION,
      at: '2026-11-20T10:00:00.000Z',
      actor: { type: 'token', id: 'tok_1', name: 'CI' },
      action: 'webhook.channel-unlinked',
      target: 'wh_1',
      reason: 'the channel is deleted',
      ip: '192.0.2.1',
      expiresAt: Date.parse('2027-11-20T10:00:00.000Z') / 1000,
    });
  });

  it('comes from nowhere when the router itself did it', () => {
    const effect = { organizationId: ORGANIZATION, target: 'ch_1' };

    const entry = entryOf(createFakeGenerators(), systemAct('channel.disabled', 'gone'), effect);

    expect(entry).toMatchObject({ actor: { type: 'system' }, reason: 'gone' });
    expect(entry).not.toHaveProperty('ip');
  });

  it('holds only what is different', () => {
    const entry = entryFor({ before: { name: 'Old', enabled: true }, after: { name: 'New', enabled: true } });

    expect([entry.before, entry.after]).toEqual([{ name: 'Old' }, { name: 'New' }]);
  });

  it('takes no order of keys for a change', () => {
    const entry = entryFor({
      before: { config: { a: [{ x: 1, y: 2 }], b: 3 } },
      after: { config: { b: 3, a: [{ y: 2, x: 1 }] } },
    });

    expect([entry.before, entry.after]).toEqual([{}, {}]);
  });

  it('shows a field that came to be, or went, on both sides', () => {
    const entry = entryFor({ before: { filter: undefined, preset: 'x' }, after: { filter: 'priority > 3' } });

    expect([entry.before, entry.after]).toEqual([
      { filter: null, preset: 'x' },
      { filter: 'priority > 3', preset: null },
    ]);
  });

  it('leaves out what says nothing', () => {
    const entry = entryFor({ before: { version: 1, updatedAt: 'a' }, after: { version: 2, updatedAt: 'b' } });

    expect([entry.before, entry.after]).toEqual([{}, {}]);
  });

  it('shows of a secret only that it changed', () => {
    const entry = entryFor({ before: { publicId: 'secret-before-1111' }, after: { publicId: 'secret-after-2222' } });

    expect([entry.before, entry.after]).toEqual([{ publicId: '••••1111' }, { publicId: '••••2222' }]);
  });

  it('keeps a field of 8,000 characters of JSON, and of a longer one only how long it was', () => {
    const entry = entryFor({ after: { kept: 'x'.repeat(7998), long: 'x'.repeat(7999) } });

    expect(entry.after).toEqual({ kept: 'x'.repeat(7998), long: '(8001 characters)' });
  });
});

describe('an entry that an older version wrote', () => {
  it('is shown without the address of a subscription page', () => {
    const view = withoutSecrets({ name: 'Push', pushUrl: 'https://notify.example.com/push/secret', streamId: null });

    expect(view).toEqual({ name: 'Push', pushUrl: '••••cret', streamId: null });
  });
});

describe('who changes something', () => {
  it('is a person by their address, or a token by its name', () => {
    const user = { id: 'usr_1', email: 'ada@example.com', createdAt: '' };

    expect(actorOf({ id: 'usr_1', user, memberships: [] })).toEqual({
      type: 'user',
      id: 'usr_1',
      email: 'ada@example.com',
    });
    expect(actorOf({ id: 'tok_1', tokenName: 'CI', memberships: [], lineage: [], root: ORGANIZATION })).toEqual(
      act.actor,
    );
  });
});
