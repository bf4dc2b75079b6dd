import { expect, it } from 'vitest';
import { senderSecretOf } from '../../../core/ask/addresses.ts';
import { idOf, ulidOf } from '../../../core/message/ids.ts';
import { createRoutes } from '../../../lambdas/management/routes.ts';
import { fakeBrowser } from '../../adapters/http/web-push/browser.ts';
import { message } from '../../core/delivery/rig.ts';
import { auditEntry } from '../../fakes/audit.ts';
import { SeenSecrets } from '../../integration/seen-secrets.ts';
import { loadVendors } from '../../vendors/load-vendors.ts';
import { anAsk } from '../../fakes/asks.ts';
import { openApi } from './api.ts';

const hook = {
  kind: 'webhook',
  config: {
    url: 'https://example.com/hooks',
    headers: { authorization: 'Bearer very-secret-header' },
    secret: `whsec_${Buffer.from('a very secret signing key').toString('base64')}`,
  },
};

/** An API whose secrets are remembered, whether they were sent or answered. */
async function open() {
  const api = await openApi();
  const secrets = new SeenSecrets();
  secrets.learn({ token: Object.values(api.tokens) });
  const call = async (method: string, path: string, body?: object, token = api.tokens.owner) => {
    secrets.learn(body);
    const answer = await api.call(method, path, { token, body });
    expect([path, answer.status < 300]).toEqual([path, true]);
    secrets.learn(answer.body);
    return answer.body;
  };
  const inside = async (method: string, path: string, body?: object) =>
    call(method, `${api.organization}/${path}`, body);
  return { api, secrets, call, inside };
}

type World = Awaited<ReturnType<typeof open>>;

async function changeWebhooks({ api, secrets, inside }: World) {
  const { id } = await inside('POST', 'webhooks', { name: 'Hook', requireApiKey: true });
  const channel = await inside('POST', 'channels', { ...hook, name: 'Linked' });
  await inside('PATCH', `webhooks/${id}`, { name: 'Renamed' });
  await inside('POST', `webhooks/${id}/regenerate-url`);
  await inside('POST', `webhooks/${id}/regenerate-key`);
  await inside('POST', `webhooks/${id}/test`, {});
  await inside('PUT', `webhooks/${id}/channels/${channel.id}`, {});
  const messageId = idOf('message', api.generators.newUlid());
  const routing = [{ channelId: channel.id, kind: 'webhook', matched: true, reason: '' } as const];
  const facts = { id: messageId, organizationId: api.acme.id, webhookId: id, routing, expiresAt: 4_000_000_000 };
  await api.messages.add({ ...message, ...facts });
  await inside('POST', `messages/${messageId}/replay`);
  await inside('POST', `messages/${messageId}/deliveries/${channel.id}/retry`);
  const thing = {
    organizationId: api.acme.id,
    webhookId: id,
    webhookName: 'Hook',
    key: 'disk',
    status: 'firing',
  } as const;
  const said = { messageId, now: 0, at: 0, by: { type: 'sender' } } as const;
  await api.deps.heads.write({ change: { ...thing, ...said, matched: [], hops: [] }, effect: 'begin' });
  const alertId = idOf('alert', ulidOf(messageId));
  await inside('POST', `alerts/${alertId}/acknowledge`, { seconds: 60 });
  await inside('POST', `alerts/${alertId}/resolve`);
  const ask = anAsk({ organizationId: api.acme.id, seed: 'very-secret-seed', endsAt: api.generators.now() + 1000 });
  secrets.add('seed', ask.seed);
  secrets.add('secret of the sender', senderSecretOf(ask));
  await api.asks.open(ask);
  await inside('POST', `asks/${ask.id}/answer`, { option: 'yes' });
  await inside('DELETE', `webhooks/${id}/channels/${channel.id}`);
  await inside('DELETE', `webhooks/${id}`);
}

async function changeChannels({ api, secrets, inside }: World) {
  const live = await inside('POST', 'channels', { kind: 'live-stream', name: 'Live', config: {} });
  await inside('POST', `channels/${live.id}/regenerate-stream-id`);
  const push = await inside('POST', 'channels', { kind: 'web-push', name: 'Push', config: {} });
  const { subscription } = fakeBrowser('https://push.example.net/very-secret-subscription');
  secrets.learn(subscription);
  secrets.add('auth', subscription.auth);
  secrets.add('endpoint', subscription.endpoint);
  secrets.add('secret part of the page', push.pushUrl.slice(-22));
  for (const method of ['POST', 'DELETE']) {
    const page = `${new URL(push.pushUrl).pathname}/subscriptions`;
    expect((await api.rawCall(method, page, { body: subscription })).status).toBe(204);
  }
  const moved = await inside('POST', `channels/${push.id}/regenerate-push-url`);
  secrets.add('secret part of the new page', moved.pushUrl.slice(-22));
  const others = (await loadVendors()).map((vendor) => ({
    kind: vendor.kind,
    config: vendor.config('https://vendor.example'),
  }));
  for (const { kind, config } of [hook, ...others]) {
    const { id } = await inside('POST', 'channels', { kind, name: kind, config });
    await inside('PATCH', `channels/${id}`, { name: 'Renamed', config });
    await inside('POST', `channels/${id}/test`);
    await inside('POST', 'channel-drafts/test', { kind, config });
    await inside('DELETE', `channels/${id}`);
  }
}

async function changeAll({ secrets, inside }: World) {
  const given = { key: 'a-very-secret-key', token: 'xoxb-very-secret-token' };
  for (const [name, secret] of Object.entries(given)) secrets.add(name, secret);
  const config = { url: 'https://example.com/hooks', headers: { 'x-key': { secret: 'key' } } };
  const document = {
    version: 1,
    channels: {
      hook: { kind: 'webhook', name: 'Hook', config },
      ops: { kind: 'slack', name: 'Ops', config: { botToken: { secret: 'token' }, channel: 'C0123456789' } },
    },
    webhooks: { ci: { name: 'CI', requireApiKey: true, links: { ops: {} } } },
  };
  await inside('POST', 'config/apply', { document, secrets: given });
  const replaced = { key: 'another-secret-key', token: 'xoxb-another-secret' };
  for (const [name, secret] of Object.entries(replaced)) secrets.add(name, secret);
  await inside('POST', 'config/plan', { document, secrets: replaced });
  await inside('POST', 'config/apply', { document, secrets: replaced });
  await inside('POST', 'config/apply', { document: { version: 1 }, prune: true });
}

async function changePeople({ api, secrets, call, inside }: World) {
  const token = await inside('POST', 'tokens', { name: 'CI', role: 'admin' });
  await inside('DELETE', `tokens/${token.id}`);
  const taken = await inside('POST', 'invitations', { email: 'eve@example.com', role: 'member' });
  await inside('DELETE', `invitations/${taken.id}`);
  const invitation = await inside('POST', 'invitations', { email: 'ada@example.com', role: 'member' });
  await call('POST', `/invitations/${invitation.token}/accept`, undefined, 'person-ada');
  const { user } = await call('GET', '/me', undefined, 'person-ada');
  await inside('PATCH', `members/${user.id}`, { role: 'admin' });
  await inside('DELETE', `members/${user.id}`);
  const suppression = { id: `sup_${'0'.repeat(32)}`, organizationId: api.acme.id, address: 'eve@example.com' };
  const bounced = { ...suppression, reason: 'bounce', at: '2026-11-20T10:00:00.000Z' } as const;
  await api.deps.store.suppress(bounced, auditEntry(api.acme.id, { after: suppression }));
  await inside('DELETE', `suppressions/${suppression.id}`);
  const created = await call('POST', '/organizations', { name: 'Other' });
  secrets.learn(created);
  const owner = created.managementToken;
  await call('PATCH', `/organizations/${created.id}`, { name: 'Renamed' }, owner);
  await call('DELETE', `/organizations/${created.id}`, { confirm: 'Renamed' }, owner);
  return created.id;
}

it('no change of any kind leaves a secret in the audit log or in a line of the log', async () => {
  const world = await open();
  const { api, secrets } = world;

  await changeWebhooks(world);
  await changeChannels(world);
  await changeAll(world);
  const otherId = await changePeople(world);

  const { store } = api.deps;
  const logs = await Promise.all([api.acme.id, otherId].map(async (id) => store.listAudit(id, { limit: 1000 })));
  const entries = logs.flatMap(({ items }) => items);
  expect(secrets.count).toBeGreaterThan(30);
  expect(secrets.namesIn(JSON.stringify([entries, api.logged]))).toEqual([]);
  // A new kind of change belongs into this test.
  const declared = createRoutes(api.deps).flatMap(({ audit }) => audit ?? []);
  const seen = new Set(entries.map(({ action }) => action));
  expect(declared.filter((action) => !seen.has(action))).toEqual([]);
});
