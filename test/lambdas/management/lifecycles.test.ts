import { beforeEach, describe, expect, it } from 'vitest';
import { idOf } from '../../../core/message/ids.ts';
import { message } from '../../core/delivery/rig.ts';
import { type Api, openApi } from './api.ts';

let api: Api;
let webhookId: string;
beforeEach(async () => {
  api = await openApi();
  const { body } = await api.call('POST', `${api.organization}/webhooks`, {
    token: api.tokens.admin,
    body: { name: 'Disks' },
  });
  webhookId = body.id;
});

const preview = async (lifecycle: object, of = webhookId, organization = api.organization, token = api.tokens.member) =>
  api.call('POST', `${organization}/webhooks/${of}/lifecycle/preview`, { token, body: { lifecycle } });

async function sent(body: object) {
  const now = api.generators.now();
  await api.messages.add({
    ...message,
    id: idOf('message', api.generators.newUlid()),
    organizationId: api.acme.id,
    webhookId,
    format: 'json',
    content: { message: 'disk full', priority: 4, tags: [] },
    payload: { text: JSON.stringify(body) },
    receivedAt: new Date(now).toISOString(),
    expiresAt: 4_000_000_000,
  });
}

describe('POST …/webhooks/{id}/lifecycle/preview', () => {
  it('shows which alerts the newest messages of a webhook would have been', async () => {
    await sent({ disk: 'a' });
    await sent({ disk: 'a' });
    await sent({});

    const { status, body } = await preview({ key: '{{ disk }}' });

    expect(status).toBe(200);
    expect(body).toMatchObject({ messages: 3, withoutKey: 1, withoutEffect: 0, notes: [] });
    expect(body.alerts).toMatchObject([{ key: 'a', status: 'firing', episode: 1, count: 2, message: 'disk full' }]);
  });

  it('refuses what is no template, beside its field', async () => {
    const { status, body } = await preview({ key: '{{ a', status: '{% x %}' });

    expect(status).toBe(400);
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual(['lifecycle.key', 'lifecycle.status']);
  });

  it('knows no webhook that is not there, or not of this organisation', async () => {
    const foreign = `/organizations/${api.other.id}`;

    const answers = [await preview({}, 'wh_unknown'), await preview({}, webhookId, foreign, api.tokens.otherOwner)];

    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });
});
