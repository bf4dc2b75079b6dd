import { beforeEach, describe, expect, it } from 'vitest';
import { fakeBrowser } from '../../adapters/http/web-push/browser.ts';
import { type Api, BASE_URL, openApi } from './api.ts';

let api: Api;
let random = 0;
beforeEach(async () => {
  api = await openApi({ randomBytes: (count) => new Uint8Array(count).fill((random += 1)) });
});

const admin = () => ({ token: api.tokens.admin });

async function createPush(): Promise<{ id: string; page: string }> {
  const body = { kind: 'web-push', name: 'On call', config: {} };
  const { id, pushUrl } = (await api.call('POST', `${api.organization}/channels`, { ...admin(), body })).body;
  return { id, page: pushUrl.slice(BASE_URL.length) };
}

const log = async () => (await api.call('GET', `${api.organization}/audit`, { token: api.tokens.owner })).body.items;

function browserAt(address: string, name = 'very-secret') {
  const { subscription } = fakeBrowser(`https://push.example.net/${name}`);
  return { body: subscription, headers: { 'x-forwarded-for': `${address}, 198.51.100.7` } };
}

describe('the subscription page of a channel', () => {
  it('moves for administrators, and forgets who subscribed on the old one', async () => {
    const { id, page } = await createPush();
    await api.rawCall('POST', `${page}/subscriptions`, browserAt('192.0.2.1'));
    const path = `${api.organization}/channels/${id}/regenerate-push-url`;

    const refused = await api.call('POST', path, { token: api.tokens.member });
    const moved = await api.call('POST', path, admin());

    expect(refused.status).toBe(403);
    expect(moved).toMatchObject({ status: 200, body: { subscriptions: 0 } });
    const newPage = moved.body.pushUrl.slice(BASE_URL.length);
    expect((await api.rawCall('GET', page)).status).toBe(404);
    expect((await api.rawCall('GET', newPage)).status).toBe(200);
    const [entry] = await log();
    expect(entry).toMatchObject({
      action: 'channel.push-url-regenerated',
      target: id,
      before: { subscriptions: 1 },
      after: { subscriptions: 0 },
    });
    for (const address of [page, newPage]) expect(JSON.stringify(await log())).not.toContain(address.slice(-22));
  });

  it('is in the audit log with who came and went, from where', async () => {
    const { id, page } = await createPush();
    const sent = browserAt('192.0.2.1');

    const statuses = [
      (await api.rawCall('POST', `${page}/subscriptions`, sent)).status,
      (await api.rawCall('DELETE', `${page}/subscriptions`, sent)).status,
    ];

    const [gone, came] = await log();
    const actor = { type: 'anonymous', id: null, name: null };
    expect(statuses).toEqual([204, 204]);
    expect(came).toMatchObject({ action: 'channel.browser-subscribed', target: id, actor, ip: '192.0.2.1' });
    expect(gone).toMatchObject({ action: 'channel.browser-unsubscribed', target: id, actor, ip: '192.0.2.1' });
    expect(came.after).toMatchObject({ pushService: 'push.example.net' });
    expect(JSON.stringify([gone, came])).not.toContain('very-secret');
  });

  it('takes so many changes from one address, and then those of others', async () => {
    const { page } = await createPush();
    const sent = browserAt('192.0.2.1');
    const methods = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? 'POST' : 'DELETE'));
    for (const method of methods) await api.rawCall(method, `${page}/subscriptions`, sent);

    const refused = await api.rawCall('POST', `${page}/subscriptions`, sent);
    const other = await api.rawCall('POST', `${page}/subscriptions`, browserAt('192.0.2.2'));

    expect([refused.status, refused.headers['retry-after'], other.status]).toEqual([429, '5', 204]);
  });
});
