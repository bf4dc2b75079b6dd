import { describe, expect, it } from 'vitest';
import { actionOf, actorOf, targetNameOf, targetPathOf } from '../../dashboard/src/organization/audit-words.ts';
import { auditEntry } from './messages.ts';

describe('a line of the audit log', () => {
  it.each([
    ['webhook.created', 'Webhook created'],
    ['webhook.key-regenerated', 'API key regenerated'],
    ['channel.disabled', 'Channel switched off by the router'],
    ['something.quite-new', 'Something quite new'],
  ])('says %s in words, also when nobody gave it any', (action, words) => {
    expect(actionOf(auditEntry({ action }))).toBe(words);
  });

  it.each([
    [{ type: 'user', id: 'usr_1', name: 'ada@example.com' }, 'ada@example.com'],
    [{ type: 'token', id: 'tok_1', name: 'CI' }, 'Token CI'],
    [{ type: 'token', id: 'tok_1', name: null }, 'Token tok_1'],
    [{ type: 'system', id: null, name: null }, 'The router itself'],
    [{ type: 'anonymous', id: null, name: null }, 'Somebody with the address'],
  ] as const)('says who did it: %j', (actor, words) => {
    expect(actorOf(auditEntry({ actor }))).toBe(words);
  });

  it('names what was changed by its newest name', () => {
    expect(targetNameOf(auditEntry({ before: { name: 'Old' }, after: { name: 'New' } }))).toBe('New');
    expect(targetNameOf(auditEntry({ before: { name: 'Gone' }, after: null }))).toBe('Gone');
    expect(targetNameOf(auditEntry({ after: { enabled: false } }))).toBeUndefined();
    expect(targetNameOf(auditEntry({ after: { name: 7 } }))).toBeUndefined();
  });

  it.each([
    ['webhook.changed', 'wh_1', 'webhooks/wh_1'],
    ['channel.disabled', 'ch_1', 'channels/ch_1'],
    ['message.delivery-retried', 'msg_1', 'messages/msg_1'],
    ['webhook.deleted', 'wh_1', undefined],
    ['member.changed', 'usr_1', undefined],
  ])('leads for %s of %s to a page that is there, and to no other', (action, target, path) => {
    expect(targetPathOf(auditEntry({ action, target }))).toBe(path);
  });
});
