import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCredentialSource } from '../../../../adapters/aws/calls/credentials.ts';
import { type Answer, type ServiceDouble, startServiceDouble } from './service-double.ts';

const MINUTE = 60_000;

let environment: NodeJS.ProcessEnv;
let container: ServiceDouble;

beforeEach(async () => {
  environment = process.env;
  container = await startServiceDouble();
  process.env = {
    AWS_CONTAINER_CREDENTIALS_FULL_URI: `${container.url}/credentials`,
    AWS_CONTAINER_AUTHORIZATION_TOKEN: 'of-the-task',
    AWS_SHARED_CREDENTIALS_FILE: '/nowhere/credentials',
    AWS_CONFIG_FILE: '/nowhere/config',
    AWS_EC2_METADATA_DISABLED: 'true',
  };
});

afterEach(async () => {
  process.env = environment;
  await container.stop();
});

const ofTask =
  (n: number, expiresInMs: number): Answer =>
  (response) =>
    response.end(
      JSON.stringify({
        AccessKeyId: `KEY${n}`,
        SecretAccessKey: `secret${n}`,
        Token: `token${n}`,
        Expiration: new Date(Date.now() + expiresInMs).toISOString(),
      }),
    );

describe('the credentials of a function', () => {
  it('are those of its environment, with the token of its role', async () => {
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 's', AWS_SESSION_TOKEN: 't' });

    expect(await createCredentialSource()()).toEqual({ accessKeyId: 'a', secretAccessKey: 's', sessionToken: 't' });
    expect(container.calls).toEqual([]);
  });

  it('have no token where the environment has none', async () => {
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 's', AWS_SESSION_TOKEN: '' });

    expect(await createCredentialSource()()).toEqual({ accessKeyId: 'a', secretAccessKey: 's' });
  });
});

describe('the credentials of a container', () => {
  it('are those of its task, and kept while they last', async () => {
    container.answer(ofTask(1, 60 * MINUTE), ofTask(2, 60 * MINUTE));
    const source = createCredentialSource();

    const credentials = [await source(), await source()];

    expect(credentials).toMatchObject([{ accessKeyId: 'KEY1', sessionToken: 'token1' }, { accessKeyId: 'KEY1' }]);
    expect(container.calls.map(({ headers }) => headers.authorization)).toEqual(['of-the-task']);
  });

  it('are renewed before they end', async () => {
    container.answer(ofTask(1, 2 * MINUTE), ofTask(2, 60 * MINUTE));
    const source = createCredentialSource();
    await source();

    await vi.waitFor(async () => expect(await source()).toMatchObject({ accessKeyId: 'KEY2', sessionToken: 'token2' }));
  });
});

describe('the credentials of a profile', () => {
  it('go before those of the environment, as with the SDK', async () => {
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 's', AWS_PROFILE: 'none' });
    delete process.env['AWS_CONTAINER_CREDENTIALS_FULL_URI'];

    await expect(createCredentialSource()()).rejects.toMatchObject({ name: 'CredentialsProviderError' });
  });
});
