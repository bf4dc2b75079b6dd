import assert from 'node:assert/strict';
import * as z from 'zod';
import type { Check, Group } from '../check.ts';
import { expectRefusal } from '../refusal.ts';

const Description = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ version: z.string() }),
  paths: z.record(z.string(), z.unknown()),
});

const health: Check = {
  name: 'health is ok',
  section: '–',
  run: async ({ baseUrl }) => {
    const response = await fetch(`${baseUrl}/api/health`);
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), { status: 'ok' });
  },
};

const openapi: Check = {
  name: 'the OpenAPI 3.1 description, version 1.0.0, has sending and streaming in it',
  section: '9',
  run: async ({ baseUrl }) => {
    const response = await fetch(`${baseUrl}/api/v1/openapi.json`);
    assert.equal(response.status, 200);
    const { openapi, info, paths } = Description.parse(await response.json());
    assert.match(openapi, /^3\.1\./);
    assert.equal(info.version, '1.0.0');
    assert.ok('/n/{publicId}' in paths && '/api/stream/{publicId}' in paths, Object.keys(paths).join(' '));
  },
};

const dashboard: Check = {
  name: 'the dashboard and its script load, under a content security policy',
  section: '1',
  run: async ({ baseUrl }) => {
    const page = await fetch(`${baseUrl}/`);
    const html = await page.text();
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(page.headers.get('content-security-policy') ?? '', /script-src|default-src/);
    assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
    const [, script = ''] = /<script[^>]+src="([^"]+)"/.exec(html) ?? [];
    const loaded = await fetch(new URL(script, `${baseUrl}/`));
    await loaded.body?.cancel();
    assert.equal(loaded.status, 200);
    assert.match(loaded.headers.get('content-type') ?? '', /javascript/);
  },
};

const unknownPaths: Check = {
  name: 'unknown paths of the API are 404 in JSON',
  section: '–',
  run: async ({ baseUrl }) => {
    for (const path of ['/n/', '/api/nothing', '/api/v1/nothing']) {
      await expectRefusal(await fetch(baseUrl + path), 404, 'Not found');
    }
  },
};

/** What everybody may see. */
export const site: Group = { name: 'site', checks: [health, openapi, dashboard, unknownPaths] };
