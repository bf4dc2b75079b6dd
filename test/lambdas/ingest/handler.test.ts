import middy from '@middy/core';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import type { SendResult } from '../../../core/sending/accept.ts';
import type { Line } from '../../../core/telemetry/telemetry.ts';
import { createHandler } from '../../../lambdas/ingest/handler.ts';
import { unavailable } from '../../../lambdas/ingest/unavailable.ts';

const PUBLIC_ID = 'V1StGXR8_Z5jdHi6B-myT';

function rig(accept: () => Promise<SendResult>) {
  const lines: Line[] = [];
  const log = (line: Line) => lines.push(line);
  const handle = middy(createHandler(accept, log)).onError(unavailable(log));
  const event = {
    routeKey: 'POST /n/{publicId}',
    rawPath: `/n/${PUBLIC_ID}`,
    pathParameters: { publicId: PUBLIC_ID },
    headers: {},
    body: 'hello',
    isBase64Encoded: false,
    requestContext: { requestId: 'request_1' },
  };
  return { lines, send: async () => handle(event as unknown as APIGatewayProxyEventV2, {} as never) };
}

describe('the ingest function', () => {
  it('ties the id of the request to the id of the message in one line', async () => {
    const { send, lines } = rig(async () => ({ kind: 'accepted', messageId: 'msg_1' }));

    const answer = await send();

    expect(answer).toMatchObject({ statusCode: 201 });
    expect(lines).toEqual([{ event: 'send.accepted', messageId: 'msg_1', requestId: 'request_1' }]);
  });

  it('writes nothing when it refuses: the access log has the status', async () => {
    const { send, lines } = rig(async () => ({ kind: 'not-found' }));

    await send();

    expect(lines).toEqual([]);
  });

  it('answers 508 to a loop in the words of the specification', async () => {
    const { send, lines } = rig(async () => ({ kind: 'loop' }));

    expect(await send()).toMatchObject({ statusCode: 508, body: '{"error":"Loop detected"}' });
    expect(lines).toEqual([]);
  });

  it('says to the sender and to the operators why a notification is forwarded no further', async () => {
    const reason = 'What began as msg_1 was forwarded to 1,000 channels within two days, and goes no further.';
    const { send, lines } = rig(async () => ({ kind: 'loop', reason }));

    const { statusCode, body } = await send();

    expect({ statusCode, body: JSON.parse(body!) }).toEqual({
      statusCode: 508,
      body: { error: 'Loop detected', reason },
    });
    expect(lines).toEqual([{ event: 'send.cut-off', level: 'WARN', requestId: 'request_1', reason }]);
  });

  it('answers 503 and names the request when nothing could be stored', async () => {
    const error = new Error('the table is throttled');
    const { send, lines } = rig(async () => Promise.reject(error));

    const answer = await send();

    expect(answer).toMatchObject({ statusCode: 503 });
    expect(lines).toEqual([{ event: 'send.failed', level: 'ERROR', requestId: 'request_1', error }]);
  });
});
