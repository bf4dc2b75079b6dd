import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Check, Group } from '../check.ts';
import { expectRefusal } from '../refusal.ts';
import type { Router, Webhook } from '../router.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const EDGE_LIMIT = 4 * 1024 * 1024;

/** How a webhook names itself in `x-notification-hops` (docs/delivery.md). */
const hopOf = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 16);

const hops = (...ids: string[]) => ({ ...JSON_TYPE, 'x-notification-hops': ids.map(hopOf).join(', ') });
const bearer = (key: string | undefined) => ({ ...JSON_TYPE, authorization: `Bearer ${key}` });
const strangers = (count: number): string[] => Array.from({ length: count }, (_, n) => `stranger ${n}`);
const tooLarge = ({ maxBodyBytes }: Router) => ({ error: 'Payload too large', limit: maxBodyBytes });
/** One byte above the limit, and no JSON either. */
const brokenAndTooLarge = ({ maxBodyBytes }: Router): string => '{'.padEnd(maxBodyBytes + 1, 'x');

const unknown: Check = {
  name: '404 for what is no webhook',
  section: '7.1',
  run: async (router) => {
    for (const id of ['a'.repeat(20), 'A'.repeat(21), 'a'.repeat(22), '']) {
      await expectRefusal(await router.send(`${router.baseUrl}/n/${id}`, '{}'), 404, 'Not found');
    }
  },
};

const methods: Check = {
  name: '405 for other methods, with Allow',
  section: '–',
  run: async (router) => {
    const { endpointUrl } = await router.webhook();
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const response = await fetch(endpointUrl, { method });
      assert.equal(response.headers.get('allow'), 'POST');
      await expectRefusal(response, 405, 'Method not allowed');
    }
  },
};

const keys: Check = {
  name: '401 without the key, with a wrong one, and with another scheme; 201 with it',
  section: '5, 7.1',
  run: async (router) => {
    const { endpointUrl, apiKey } = await router.webhook({ requireApiKey: true });
    assert.match(apiKey ?? '', /^.{3}_[0-9a-f]{64}$/);
    for (const headers of [JSON_TYPE, bearer('nrk_no'), { ...JSON_TYPE, authorization: `bearer ${apiKey}` }]) {
      await expectRefusal(await router.send(endpointUrl, '{}', headers), 401, 'Invalid API key');
    }
    await router.sent(endpointUrl, '{}', bearer(apiKey));
  },
};

const neverIssued: Check = {
  name: '401 when a key is required and none was ever issued',
  section: '3.1',
  run: async (router) => {
    const { id, endpointUrl } = await router.webhook();
    await router.patchWebhook(id, { requireApiKey: true });
    await expectRefusal(await router.send(endpointUrl, '{}', bearer('nrk_no')), 401, 'Invalid API key');
  },
};

const disabled: Check = {
  name: '403 while the webhook is disabled',
  section: '3.1, 7.1',
  run: async (router) => {
    const { id, endpointUrl } = await router.webhook();
    await router.patchWebhook(id, { enabled: false });
    await expectRefusal(await router.send(endpointUrl, '{}'), 403, 'Webhook is disabled');
    await router.patchWebhook(id, { enabled: true });
    await router.sent(endpointUrl, '{}');
  },
};

const regenerated: Check = {
  name: 'an old key, an old URL and a deleted webhook stop working at once',
  section: '3.1',
  run: async (router) => {
    const webhook = await router.webhook({ requireApiKey: true });
    const { apiKey } = await router.webhookAction(webhook.id, 'regenerate-key');
    await expectRefusal(await router.send(webhook.endpointUrl, '{}', bearer(webhook.apiKey)), 401, 'Invalid API key');
    const { endpointUrl } = await router.webhookAction(webhook.id, 'regenerate-url');
    await expectRefusal(await router.send(webhook.endpointUrl, '{}', bearer(apiKey)), 404, 'Not found');
    await router.sent(endpointUrl, '{}', bearer(apiKey));
    await router.call('DELETE', `${router.path}/webhooks/${webhook.id}`);
    await expectRefusal(await router.send(endpointUrl, '{}', bearer(apiKey)), 404, 'Not found');
    assert.equal((await router.arrived(webhook, 1)).length, 1, 'the message of a deleted webhook is gone');
  },
};

const loops: Check = {
  name: '508 when it comes back, or has passed more webhooks than are allowed',
  section: '7.1, 8',
  run: async (router) => {
    const { id, endpointUrl } = await router.webhook();
    await expectRefusal(await router.send(endpointUrl, '{}', hops(id)), 508, 'Loop detected');
    await router.sent(endpointUrl, '{}', hops(...strangers(router.maxHops)));
    const oneMore = hops(...strangers(router.maxHops + 1));
    await expectRefusal(await router.send(endpointUrl, '{}', oneMore), 508, 'Loop detected');
  },
};

const large: Check = {
  name: '413 with the limit for one byte more, and for a body above 4 MiB',
  section: '7.1',
  run: async (router) => {
    const { endpointUrl } = await router.webhook();
    for (const size of [router.maxBodyBytes + 1, EDGE_LIMIT + 1]) {
      const response = await router.send(endpointUrl, 'x'.repeat(size), { 'content-type': 'text/plain' });
      await expectRefusal(response, 413, tooLarge(router));
    }
  },
};

const invalid: Check = {
  name: '400 for a JSON body that is no object',
  section: '7.1',
  run: async (router) => {
    const { endpointUrl } = await router.webhook();
    for (const body of ['', '[]', '"x"', 'null', '{"a":', '{}{}']) {
      await expectRefusal(await router.send(endpointUrl, body), 400, 'Invalid JSON body');
    }
  },
};

/** A webhook with everything wrong with it, put right step by step. */
const order: Check = {
  name: 'of several failing checks the first decides: 404, 401, 403, 508, 413, 400',
  section: '4.1.4',
  run: async (router) => {
    const webhook: Webhook = await router.webhook({ requireApiKey: true });
    await router.patchWebhook(webhook.id, { enabled: false });
    const body = brokenAndTooLarge(router);
    const looping = hops(webhook.id);
    const wrongKey = { ...looping, ...bearer('nrk_no') };
    const rightKey = { ...looping, ...bearer(webhook.apiKey) };
    const post = async (headers: Record<string, string>, text = body, url = webhook.endpointUrl) =>
      router.send(url, text, headers);

    await expectRefusal(await post(wrongKey, body, `${router.baseUrl}/n/${'A'.repeat(21)}`), 404, 'Not found');
    await expectRefusal(await post(wrongKey), 401, 'Invalid API key');
    await expectRefusal(await post(rightKey), 403, 'Webhook is disabled');
    await router.patchWebhook(webhook.id, { enabled: true });
    await expectRefusal(await post(rightKey), 508, 'Loop detected');
    await expectRefusal(await post(bearer(webhook.apiKey)), 413, tooLarge(router));
    await expectRefusal(await post(bearer(webhook.apiKey), '{'), 400, 'Invalid JSON body');
  },
};

/** Sends that are refused, and which of several reasons decides. */
export const refusing: Group = {
  name: 'refusing',
  checks: [unknown, methods, keys, neverIssued, disabled, regenerated, loops, large, invalid, order],
};
