import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  secretsManagerNeeds,
  secretsManagerService,
  ssmNeeds,
  ssmService,
} from '../../../../local/door/services/secrets-manager.ts';
import type { AwsCall } from '../../../../local/door/service.ts';

const call = (target: string, body: object): AwsCall => ({
  method: 'POST',
  url: '/',
  headers: { 'x-amz-target': target },
  rawHeaders: [],
  body: Buffer.from(JSON.stringify(body)),
  signal: new AbortController().signal,
});
const secret = (SecretId: string) => call('secretsmanager.GetSecretValue', { SecretId });
const parameter = (Name: string) => call('AmazonSSM.GetParameter', { Name, WithDecryption: true });
const ARN = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:Shop-Token';

describe('secrets on this machine', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'secrets-'));
    await writeFile(join(dataDir, 'secrets.json'), '{"shop/slack":"xoxb-1","/shop/key":"k"}');
  });
  afterEach(async () => rm(dataDir, { recursive: true }));

  const read = async (service: typeof ssmService | typeof secretsManagerService, asked: AwsCall) => {
    const { status, body } = await service(dataDir, (name: string) => name === 'Shop-Token')(asked);
    return { status, body: JSON.parse(String(body)) };
  };

  it('are those of secrets.json, by name', async () => {
    expect(await read(secretsManagerService, secret('shop/slack'))).toMatchObject({ body: { SecretString: 'xoxb-1' } });
    expect(await read(ssmService, parameter('/shop/key:3'))).toMatchObject({ body: { Parameter: { Value: 'k' } } });
  });

  it('have a value that stays, if a template makes them', async () => {
    const first = await read(secretsManagerService, secret(ARN));

    expect(first.body.SecretString).toMatch(/^[0-9a-f]{64}$/);
    expect(await read(secretsManagerService, secret(ARN))).toEqual(first);
  });

  it('are not there otherwise', async () => {
    expect(await read(secretsManagerService, secret('other'))).toMatchObject({
      status: 400,
      body: { __type: 'ResourceNotFoundException' },
    });
    expect(await read(ssmService, parameter('/other'))).toMatchObject({ body: { __type: 'ParameterNotFound' } });
  });

  it('need the right on the one secret or parameter', () => {
    expect(secretsManagerNeeds(secret(ARN))).toEqual([{ action: 'secretsmanager:GetSecretValue', resource: ARN }]);
    expect(secretsManagerNeeds(secret('shop/slack'))).toMatchObject([
      { resource: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:shop/slack-abcdef' },
    ]);
    expect(ssmNeeds(parameter('/shop/key:3'))).toEqual([
      { action: 'ssm:GetParameter', resource: 'arn:aws:ssm:us-east-1:000000000000:parameter/shop/key' },
    ]);
    expect(secretsManagerNeeds(call('secretsmanager.PutSecretValue', {}))).toBeUndefined();
    expect(ssmNeeds(call('AmazonSSM.PutParameter', {}))).toBeUndefined();
  });
});
