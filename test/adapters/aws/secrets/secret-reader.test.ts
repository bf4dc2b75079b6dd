import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSecretReader } from '../../../../adapters/aws/secrets/secret-reader.ts';

describe('reading secrets of stacks', () => {
  let server: Server;
  let asked: unknown;
  let answer: { readonly status: number; readonly body: object };
  beforeEach(async () => {
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (part) => (text += String(part)));
      request.on('end', () => {
        asked = JSON.parse(text);
        response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.1' });
        response.end(JSON.stringify(answer.body));
      });
    });
    await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
    vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${Object(server.address()).port}`);
    vi.stubEnv('AWS_REGION', 'us-east-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'any');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'any');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    server.close();
  });

  it('gives the text of a secret, in the version that is asked for', async () => {
    answer = { status: 200, body: { SecretString: 'xoxb' } };

    expect(await createSecretReader().readSecret({ id: 'shop', stage: 'AWSPREVIOUS' })).toEqual({
      kind: 'read',
      text: 'xoxb',
    });
    expect(asked).toEqual({ SecretId: 'shop', VersionStage: 'AWSPREVIOUS' });
  });

  it('gives a parameter in plain text', async () => {
    answer = { status: 200, body: { Parameter: { Value: 'xoxb' } } };

    expect(await createSecretReader().readParameter('/shop:3')).toEqual({ kind: 'read', text: 'xoxb' });
    expect(asked).toEqual({ Name: '/shop:3', WithDecryption: true });
  });

  it.each([
    ['AccessDeniedException', 'denied'],
    ['ResourceNotFoundException', 'absent'],
    ['ParameterNotFound', 'absent'],
    ['ParameterVersionNotFound', 'absent'],
  ])('says of %s that the secret is %s', async (type, kind) => {
    answer = { status: 400, body: { __type: type, message: 'no' } };

    expect(await createSecretReader().readSecret({ id: 'shop' })).toEqual({ kind });
    expect(await createSecretReader().readParameter('/shop')).toEqual({ kind });
  });

  it('says of a secret of bytes that there is none, and of anything else that it broke', async () => {
    answer = { status: 200, body: { SecretBinary: 'eA==' } };
    expect(await createSecretReader().readSecret({ id: 'shop' })).toEqual({ kind: 'absent' });

    answer = { status: 400, body: { __type: 'InvalidRequestException', message: 'marked for deletion' } };
    await expect(createSecretReader().readSecret({ id: 'shop' })).rejects.toThrow('marked for deletion');
  });
});
