import { describe, expect, it } from 'vitest';
import { ExtensionsApi } from '../../../local/lambda/extensions-api.ts';

const EVENT = { requestId: 'request_1', deadlineMs: 1, invokedFunctionArn: 'arn' };

async function rig() {
  const api = await ExtensionsApi.start();
  const base = `http://${api.address}/2020-01-01/extension`;
  const register = async (name: string | undefined, body: unknown = { events: ['INVOKE'] }) =>
    fetch(`${base}/register`, {
      method: 'POST',
      headers: name === undefined ? {} : { 'lambda-extension-name': name },
      body: JSON.stringify(body),
    });
  const next = async (identifier: string) =>
    fetch(`${base}/event/next`, { headers: { 'lambda-extension-identifier': identifier } });
  return { api, base, register, next };
}

describe('the API for extensions', () => {
  it('tells an extension of an invocation, and the environment is busy until it asks again', async () => {
    const { api, register, next } = await rig();
    const identifier = (await register('one')).headers.get('lambda-extension-identifier') ?? '';
    const asked = next(identifier);
    await api.loaded();

    api.invoke(EVENT);

    expect(await (await asked).json()).toEqual({ eventType: 'INVOKE', ...EVENT });
    expect(api.isIdle).toBe(false);
    void next(identifier);
    await api.idle();
    expect(api.isIdle).toBe(true);
  });

  it('waits for every extension before the function counts as loaded', async () => {
    const { api, register, next } = await rig();
    const identifiers = [];
    for (const name of ['one', 'two']) {
      identifiers.push((await register(name)).headers.get('lambda-extension-identifier') ?? '');
    }
    let isLoaded = false;
    const loaded = api.loaded().then(() => (isLoaded = true));
    void next(identifiers[0]!);
    await register('too late');
    const before = isLoaded;

    void next(identifiers[1]!);
    await loaded;

    expect([before, isLoaded]).toEqual([false, true]);
  });

  it.each([
    ['without a name', undefined, { events: ['INVOKE'] }],
    ['for an event that exists only for processes of their own', 'one', { events: ['SHUTDOWN'] }],
    ['for nothing', 'one', { events: [] }],
    ['with something else', 'one', null],
  ])('refuses a registration %s', async (_, name, body) => {
    const { register } = await rig();

    expect((await register(name, body)).status).toBe(400);
  });

  it('refuses a second extension of a name, one that comes late, and whoever is none', async () => {
    const { api, base, register, next } = await rig();
    const identifier = (await register('one')).headers.get('lambda-extension-identifier') ?? '';

    expect((await register('one')).status).toBe(403);
    void next(identifier);
    await api.loaded();
    expect((await register('two')).status).toBe(403);
    expect((await next('nobody')).status).toBe(403);
    expect((await next(identifier)).status).toBe(403);
    expect((await fetch(`${base}/elsewhere`)).status).toBe(404);
  });
});
