import { describe, expect, it } from 'vitest';
import { lambdaService } from '../../../../local/door/services/lambda.ts';
import type { InvocationResult } from '../../../../local/lambda/protocol.ts';

const answerTo = async (result: InvocationResult) =>
  lambdaService(async () => result)({
    method: 'POST',
    url: '/2015-03-31/functions/deliver/invocations',
    headers: {},
    rawHeaders: [],
    body: Buffer.from('{}'),
    signal: new AbortController().signal,
  });

describe('an invocation through the door', () => {
  it('is refused with 429 when Lambda throttles: no function has run', async () => {
    const answer = await answerTo({ kind: 'error', type: 'TooManyRequestsException', message: 'Rate Exceeded.' });

    expect(answer).toMatchObject({ status: 429, body: expect.stringContaining('Rate Exceeded.') });
    expect(answer.headers).not.toHaveProperty('x-amz-function-error');
  });

  it('is answered with 200 and a mark when the function fails', async () => {
    const answer = await answerTo({ kind: 'error', type: 'Error', message: 'broken' });

    expect(answer).toMatchObject({ status: 200, headers: { 'x-amz-function-error': 'Unhandled' } });
  });
});
