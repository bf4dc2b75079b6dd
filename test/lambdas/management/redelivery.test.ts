import { beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '../../../core/delivery/message.ts';
import { idOf } from '../../../core/message/ids.ts';
import { type Api, openApi } from './api.ts';

let api: Api;
beforeEach(async () => {
  api = await openApi();
});

const post = (path: string, body?: object, token = api.tokens.admin) => api.call('POST', path, { token, body });

async function linked() {
  const config = { url: 'https://receiver.example/hook' };
  const { body: channel } = await post(`${api.organization}/channels`, { kind: 'webhook', name: 'R', config });
  const { body: webhook } = await post(`${api.organization}/webhooks`, { name: 'CI' });
  await api.call('PUT', `${api.organization}/webhooks/${webhook.id}/channels/${channel.id}`, {
    token: api.tokens.admin,
    body: {},
  });
  const message: Message = {
    id: idOf('message', api.generators.newUlid()),
    organizationId: api.acme.id,
    webhookId: webhook.id,
    webhookName: 'CI',
    content: { message: 'Build failed', tags: [] },
    format: 'text',
    receivedAt: new Date(api.generators.now()).toISOString(),
    payload: { text: '{}' },
    routing: [{ channelId: channel.id, kind: 'webhook', matched: true, reason: 'no filter' }],
    notes: [],
    hops: [],
    expiresAt: Math.floor(api.generators.now() / 1000) + 3600,
  };
  await api.messages.add(message);
  return { channel, webhook, message, path: `${api.organization}/messages/${message.id}` };
}

describe('retrying one delivery', () => {
  it('is taken on and queued', async () => {
    const { channel, message, path } = await linked();

    const answer = await post(`${path}/deliveries/${channel.id}/retry`);

    expect(answer).toMatchObject({ status: 202, body: { channelIds: [channel.id] } });
    expect(api.queued).toMatchObject([{ messageId: message.id, channelId: channel.id, attempt: 1 }]);
  });

  it('is refused to a member', async () => {
    const { channel, path } = await linked();

    expect((await post(`${path}/deliveries/${channel.id}/retry`, undefined, api.tokens.member)).status).toBe(403);
  });

  it('is not found for a channel that the message never went to', async () => {
    const { path } = await linked();

    expect((await post(`${path}/deliveries/${idOf('channel', api.generators.newUlid())}/retry`)).status).toBe(404);
  });
});

describe('replaying a message', () => {
  it("is taken on and queued for today's channels", async () => {
    const { channel, path } = await linked();

    expect(await post(`${path}/replay`)).toMatchObject({ status: 202, body: { channelIds: [channel.id] } });
    expect(api.queued).toHaveLength(1);
  });

  it('is not found when its webhook was deleted', async () => {
    const { webhook, path } = await linked();
    await api.call('DELETE', `${api.organization}/webhooks/${webhook.id}`, { token: api.tokens.admin });

    expect((await post(`${path}/replay`)).status).toBe(404);
  });

  it('is refused to a member', async () => {
    const { path } = await linked();

    expect((await post(`${path}/replay`, undefined, api.tokens.member)).status).toBe(403);
  });
});

describe('the settings of a channel', () => {
  const config = { url: 'https://receiver.example/hook' };
  const create = (more: object) =>
    post(`${api.organization}/channels`, { kind: 'webhook', name: 'R', config, ...more });
  const patch = (id: string, body: object) =>
    api.call('PATCH', `${api.organization}/channels/${id}`, { token: api.tokens.admin, body });

  it('are kept, changed and taken back', async () => {
    const { body: channel } = await create({ retrySchedule: [1, 60], notifyOnProblems: true });
    expect(channel).toMatchObject({ retrySchedule: [1, 60], notifyOnProblems: true });

    const renamed = await patch(channel.id, { name: 'Renamed' });
    expect(renamed.body).toMatchObject({ retrySchedule: [1, 60], notifyOnProblems: true });

    const changed = await patch(channel.id, { retrySchedule: [5], notifyOnProblems: false });
    expect(changed.body).toMatchObject({ retrySchedule: [5] });
    expect(changed.body).not.toHaveProperty('notifyOnProblems');

    const cleared = await patch(channel.id, { retrySchedule: null });
    expect(cleared.body).not.toHaveProperty('retrySchedule');
  });

  it('forget what went wrong at the destination when somebody mends or switches it, not when it is renamed', async () => {
    const { body: channel } = await create({});
    await patch(channel.id, { name: 'Renamed' });
    expect(api.forgotten).toEqual([]);

    await patch(channel.id, { config: { url: 'https://mended.example/', secret: null } });
    await patch(channel.id, { enabled: true });
    await patch(channel.id, { config: { url: 'nowhere' } });

    expect(api.forgotten).toEqual([channel.id, channel.id]);
  });

  it.each([[[]], [[0]], [[86_401]], [[1.5]], [Array.from({ length: 21 }, () => 1)], ['5,30']])(
    'do not take the schedule %j',
    async (retrySchedule) => {
      expect((await create({ retrySchedule })).status).toBe(400);
    },
  );
});
