import { Sha256 } from '@smithy/core/checksum';
import { HttpRequest } from '@smithy/core/protocols';
import { SignatureV4 } from '@smithy/signature-v4';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSigner } from '../../../../adapters/aws/calls/signature.ts';

const post = {
  headers: {
    'content-type': 'application/x-amz-json-1.0',
    host: 'sqs.eu-central-1.amazonaws.com',
    'x-amz-target': 'T',
  },
  body: '{}',
};
const credentials = { accessKeyId: 'AKID', secretAccessKey: 'secret' };
const day = (n: number) => new Date(Date.UTC(2026, 0, n, 12));

describe('a signature', () => {
  it('is the one that the SDK makes, whatever the call, its credentials and the time are', async () => {
    const call = fc.record({
      body: fc.string({ unit: 'binary', maxLength: 300 }),
      target: fc.stringMatching(/^[\w.]{1,40}$/),
      host: fc.constantFrom('127.0.0.1:8000', 'dynamodb.eu-central-1.amazonaws.com'),
    });
    const signing = fc.record({
      accessKeyId: fc.stringMatching(/^[A-Z0-9]{16,20}$/),
      secretAccessKey: fc.stringMatching(/^[\w/+]{1,40}$/),
      sessionToken: fc.option(fc.base64String({ minLength: 4, maxLength: 400 }), { nil: undefined }),
      service: fc.constantFrom('dynamodb', 'sqs'),
      at: fc.date({ min: new Date('2024-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
    });
    await fc.assert(
      fc.asyncProperty(call, signing, async ({ body, target, host }, { service, at, sessionToken, ...keys }) => {
        const credentials = { ...keys, ...(sessionToken !== undefined && { sessionToken }) };
        const headers = { 'content-type': 'application/x-amz-json-1.0', host, 'x-amz-target': target };
        const sdk = new SignatureV4({
          service,
          region: 'eu-central-1',
          credentials,
          sha256: Sha256,
          applyChecksum: false,
        });
        const request = new HttpRequest({ method: 'POST', path: '/', headers: { ...headers }, body });

        const ours = createSigner(service, 'eu-central-1')({ headers, body }, credentials, at);

        expect(ours).toEqual((await sdk.sign(request, { signingDate: at })).headers);
      }),
      { numRuns: 200 },
    );
  });

  it('changes with the day, the secret and the session', () => {
    const sign = createSigner('sqs', 'eu-central-1');
    const fresh = createSigner('sqs', 'eu-central-1');
    const renewed = { ...credentials, secretAccessKey: 'renewed', sessionToken: 'token' };

    const signed = [sign(post, credentials, day(1)), sign(post, credentials, day(2)), sign(post, renewed, day(2))];

    expect(new Set(signed.map(({ authorization }) => authorization)).size).toBe(3);
    expect(signed[2]).toEqual(fresh(post, renewed, day(2)));
    expect(sign(post, credentials, day(1))).toEqual(signed[0]);
  });
});
