import assert from 'node:assert/strict';
import * as z from 'zod';
import type { Check, Group } from '../check.ts';
import { expectRefusal } from '../refusal.ts';
import type { Router } from '../router.ts';

const Token = z.looseObject({ id: z.string(), token: z.string() });

async function tokenOf(router: Router, role: 'member' | 'admin' | 'owner') {
  const response = await router.call('POST', `${router.path}/tokens`, { name: role, role });
  assert.equal(response.status, 201);
  return Token.parse(await response.json());
}

type Call = readonly [method: string, path: string, body: object | undefined, status: number];

async function expectStatuses(router: Router, token: string, calls: readonly Call[]): Promise<void> {
  for (const [method, path, body, status] of calls) {
    const { status: got } = await router.call(method, router.path + path, body, token);
    assert.equal(got, status, `${method} ${path}: ${got} instead of ${status}`);
  }
}

const nobody: Check = {
  name: '401 without a token, and with a wrong one',
  section: '–',
  run: async (router) => {
    for (const token of ['', `nrm_${'0'.repeat(64)}`]) {
      assert.equal((await router.call('GET', `${router.path}/webhooks`, undefined, token)).status, 401);
    }
  },
};

const member: Check = {
  name: 'a member reads, and changes nothing',
  section: '5',
  run: async (router) => {
    const { id } = await router.webhook();
    const { token } = await tokenOf(router, 'member');
    await expectStatuses(router, token, [
      ['GET', '/webhooks', undefined, 200],
      ['GET', '/messages', undefined, 200],
      ['POST', '/webhooks', { name: 'no' }, 403],
      ['PATCH', `/webhooks/${id}`, { enabled: false }, 403],
      ['POST', `/webhooks/${id}/regenerate-url`, undefined, 403],
      ['DELETE', `/webhooks/${id}`, undefined, 403],
      ['POST', '/channels', { kind: 'live-stream', name: 'no', config: {} }, 403],
      ['GET', '/tokens', undefined, 403],
    ]);
  },
};

const admin: Check = {
  name: 'an admin changes webhooks and channels, and neither tokens nor the organisation',
  section: '5',
  run: async (router) => {
    const { id } = await router.webhook();
    const { token } = await tokenOf(router, 'admin');
    await expectStatuses(router, token, [
      ['POST', '/webhooks', { name: 'yes' }, 201],
      ['PATCH', `/webhooks/${id}`, { name: 'yes' }, 200],
      ['POST', '/channels', { kind: 'live-stream', name: 'yes', config: {} }, 201],
      ['DELETE', `/webhooks/${id}`, undefined, 204],
      ['GET', '/tokens', undefined, 403],
      ['PATCH', '', { name: 'no' }, 403],
    ]);
  },
};

const owner: Check = {
  name: 'an owner lists tokens; a deleted one is nobody any more',
  section: '5',
  run: async (router) => {
    const { id, token } = await tokenOf(router, 'owner');
    await expectStatuses(router, token, [['GET', '/tokens', undefined, 200]]);
    assert.equal((await router.call('DELETE', `${router.path}/tokens/${id}`)).status, 204);
    await expectStatuses(router, token, [['GET', '/webhooks', undefined, 401]]);
  },
};

const others: Check = {
  name: 'what belongs to another organisation is not there',
  section: '–',
  run: async (router) => {
    for (const path of [router.otherPath, `${router.otherPath}/webhooks`]) {
      await expectRefusal(await router.call('GET', path), 404, 'Not found');
    }
  },
};

const secrets: Check = {
  name: 'a key is shown once, and the secret of a channel never again',
  section: '2.5, 5',
  run: async (router) => {
    const secret = `whsec_${Buffer.from('a secret of the smoke test').toString('base64')}`;
    const { id, apiKey = '' } = await router.webhook({ requireApiKey: true });
    const channel = await router.channel('webhook', { url: 'https://example.com/', secret });
    const shown = await (await router.call('GET', `${router.path}/webhooks/${id}`)).text();
    const masked = await (await router.call('GET', `${router.path}/channels/${channel.id}`)).text();
    assert.ok(!shown.includes(apiKey) && shown.includes(apiKey.slice(0, 8)), 'the key is not shown by its start alone');
    assert.ok(!masked.includes(secret) && masked.includes('••••'), 'the secret of the channel is not masked');
  },
};

const invalid: Check = {
  name: '400 says which field of a request is wrong',
  section: '–',
  run: async (router) => {
    const response = await router.call('POST', `${router.path}/webhooks`, { name: 'ok', colour: 'red' });
    assert.equal(response.status, 400);
    assert.match(await response.text(), /colour/);
  },
};

/** Who may do what over the management API. */
export const managing: Group = {
  name: 'managing',
  checks: [nobody, member, admin, owner, others, secrets, invalid],
};
