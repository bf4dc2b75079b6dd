import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { Sha256 } from '@smithy/core/checksum';
import { HttpRequest } from '@smithy/core/protocols';
import { SignatureV4 } from '@smithy/signature-v4';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CallerOptions, createCaller } from '../../../../adapters/aws/calls/caller.ts';
import { placeOf } from '../../../../adapters/aws/calls/http-post.ts';
import {
  type Answer,
  ok,
  type ReceivedCall,
  refuse,
  reset,
  type ServiceDouble,
  silence,
  startServiceDouble,
} from './service-double.ts';

const SERVICE = { name: 'dynamodb', target: 'DynamoDB_20120810', firstPauseMs: 25 };
const MINUTE = 60_000;

let service: ServiceDouble;
let environment: NodeJS.ProcessEnv;

beforeEach(async () => {
  environment = process.env;
  process.env = {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'AKID',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_SESSION_TOKEN: 'token',
  };
  // No pauses.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  service = await startServiceDouble();
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  process.env = environment;
  await service.stop();
});

function caller(options: CallerOptions = {}, body: Record<string, unknown> = { TableName: 'T' }) {
  const call = createCaller(SERVICE, { patienceMs: 150, ...options });
  return async () => call('GetItem', body, service.place);
}

/** The time of a signature, epoch milliseconds. */
function signedAt({ headers }: ReceivedCall): number {
  return Date.parse(String(headers['x-amz-date']).replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5'));
}

describe('a call of AWS', () => {
  it('carries a signature over what arrives, and no header that nobody expects', async () => {
    await caller({}, { TableName: 'T', Key: { pk: { S: 'Zoë ✓' } } })();

    const [{ headers, body }] = service.calls as [ReceivedCall];
    const { 'content-type': type = '', host = '', 'x-amz-target': target, authorization } = headers;
    const sdk = new SignatureV4({
      service: 'dynamodb',
      region: 'eu-central-1',
      credentials: { accessKeyId: 'AKID', secretAccessKey: 'secret', sessionToken: 'token' },
      sha256: Sha256,
      applyChecksum: false,
    });
    const signed = { 'content-type': type, host, 'x-amz-target': String(target) };
    const request = new HttpRequest({ method: 'POST', path: '/', headers: signed, body });
    const expected = await sdk.sign(request, { signingDate: new Date(signedAt(service.calls[0]!)) });
    expect(authorization).toBe(expected.headers['authorization']);
    expect(JSON.parse(body)).toEqual({ TableName: 'T', Key: { pk: { S: 'Zoë ✓' } } });
    expect(Object.keys(headers).toSorted()).toEqual([
      'authorization',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
      'x-amz-date',
      'x-amz-security-token',
      'x-amz-target',
    ]);
    expect(headers).toMatchObject({
      'user-agent': expect.stringMatching(/^notification-router .*nodejs#/),
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.GetItem',
    });
  });

  it('passes on the trace of its invocation, by which Lambda finds loops', async () => {
    const call = caller();

    await call();
    process.env['_X_AMZN_TRACE_ID'] = 'Root=1-a;Lineage=1:b:0';
    await call();
    process.env['AWS_LAMBDA_FUNCTION_NAME'] = 'Ingest';
    await call();
    process.env['_X_AMZN_TRACE_ID'] = 'Root=1-c;Lineage=1:b:1';
    await call();

    const traces = service.calls.map(({ headers }) => headers['x-amzn-trace-id']);
    expect(traces).toEqual([undefined, undefined, 'Root=1-a;Lineage=1:b:0', 'Root=1-c;Lineage=1:b:1']);
  });

  it('keeps its connection, and makes at most fifty', async () => {
    service.answer((response, call) => setImmediate(() => ok({})(response, call)));
    const call = caller({ patienceMs: 5000 });

    for (let calls = 0; calls < 20; calls += 1) await call();
    const oneByOne = service.connections();
    await Promise.all(Array.from({ length: 120 }, call));

    expect([oneByOne, service.connections()]).toEqual([1, 50]);
  });

  it('reads an answer whose characters are split among its parts', async () => {
    const bytes = Buffer.from(JSON.stringify({ text: 'Zoë ✓ 🚀' }));
    service.answer((response) => {
      response.writeHead(200);
      for (const byte of bytes) response.write(Buffer.of(byte));
      response.end();
    });

    expect(await caller()()).toEqual({ text: 'Zoë ✓ 🚀' });
  });

  it('says which region is missing rather than calling somewhere', async () => {
    delete process.env['AWS_REGION'];

    await expect(caller()()).rejects.toThrow('AWS_REGION');
    expect(service.calls).toEqual([]);
  });
});

const html: Answer = (response) => response.writeHead(502).end('<html>Bad Gateway</html>');
const cutAfterHead: Answer = (response, { socket }) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"a":', () => socket.destroy());
};
const cutChunk: Answer = (response, { socket }) => {
  response.writeHead(200);
  response.write('{"a":', () => socket.resetAndDestroy());
};
/** Without a length, the end of the connection is the end of the answer. */
const cutUnnoticed: Answer = (_, { socket }) => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{"a":');
const empty: Answer = (_, { socket }) => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n');
const stopsInTheMiddle: Answer = (response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"a":');
};
const headByTheByte: Answer = (_, { socket }) => {
  let sent = 0;
  const timer = setInterval(() => socket.write(sent++ === 0 ? 'HTTP/1.1 200 OK\r\nx-slow: ' : 'x'), 20);
  socket.on('close', () => clearInterval(timer));
};
const passing: [string, Answer, string][] = [
  ['500', refuse('InternalServerError', 500), 'InternalServerError'],
  ['503', refuse('ServiceUnavailable', 503), 'ServiceUnavailable'],
  ['502 of a proxy', html, 'UnknownError'],
  ['429', refuse('Whatever', 429), 'Whatever'],
  ['throttling', refuse('ProvisionedThroughputExceededException'), 'ProvisionedThroughputExceededException'],
  ['throttling of SQS', refuse('RequestThrottled', 403), 'RequestThrottled'],
  ['a connection that is reset', reset, 'Error'],
  ['silence', silence, 'TimeoutError'],
  ['a head that does not end', headByTheByte, 'TimeoutError'],
  ['a body that stops', stopsInTheMiddle, 'TimeoutError'],
  ['a body that is cut', cutAfterHead, 'Error'],
  ['a chunked body that is cut', cutChunk, 'Error'],
  ['a body without a length that is cut', cutUnnoticed, 'TimeoutError'],
  ['nothing where JSON should be', empty, 'TimeoutError'],
];

/** Listens, and accepts nobody: the queue of the system is soon full. */
const DEAF_SERVER = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
`;

describe('a failure that passes', () => {
  it.each(passing)('(%s) is tried again until it has passed', async (_, fail) => {
    service.answer(fail, fail, fail, ok({ done: true }));

    expect(await caller()()).toEqual({ done: true });
    expect(service.calls).toHaveLength(4);
  });

  it.each(passing)(
    '(%s) is thrown after the fourth attempt, or after the first where one is allowed',
    async (_, fail, name) => {
      service.answer(fail);

      await expect(caller()()).rejects.toMatchObject({ name });
      await expect(caller({ maxAttempts: 1 })()).rejects.toMatchObject({ name });

      expect(service.calls).toHaveLength(5);
    },
  );

  it('that hits a connection kept for later is tried again over another', async () => {
    const call = caller();
    await call();
    service.answer(reset, ok({ done: true }));

    expect(await call()).toEqual({ done: true });
    expect(service.connections()).toBe(2);
  });

  it('is a connection that nobody takes: it is given up after a second', async () => {
    const deaf = new Worker(DEAF_SERVER, { eval: true });
    const [port] = await once(deaf, 'message');
    const place = placeOf(`http://127.0.0.1:${port}`);
    const queue = Array.from({ length: 4 }, () => connect(Number(place.port), '127.0.0.1').on('error', () => {}));

    await expect(createCaller(SERVICE, { maxAttempts: 1 })('GetItem', {}, place)).rejects.toMatchObject({
      name: 'TimeoutError',
      message: 'AWS has not taken the connection for 1000 ms',
    });

    for (const socket of queue) socket.destroy();
    await deaf.terminate();
  });

  it('is one that nobody listens, too', async () => {
    await service.stop();
    const random = vi.mocked(Math.random);
    random.mockClear();

    await expect(caller()()).rejects.toMatchObject({ code: 'ECONNREFUSED' });

    expect(random).toHaveBeenCalledTimes(3);
    service = await startServiceDouble();
  });
});

describe('a refusal', () => {
  it.each([
    ['ConditionalCheckFailedException', 400],
    ['ValidationException', 400],
    ['TransactionCanceledException', 400],
    ['AccessDeniedException', 403],
    ['ResourceNotFoundException', 400],
    ['ExpiredTokenException', 403],
  ])('%s is thrown at once, by the name that the service gives it', async (name, status) => {
    service.answer(refuse(name, status));

    await expect(caller()()).rejects.toMatchObject({
      name,
      message: `because of ${name}`,
      $metadata: { httpStatusCode: status, requestId: 'REQUEST' },
    });

    expect(service.calls).toHaveLength(1);
  });

  it('has its name from the header where the body has none', async () => {
    service.answer((response) =>
      response.writeHead(400, { 'x-amzn-errortype': 'Odd:http://internal.amazon.com/' }).end(),
    );

    await expect(caller()()).rejects.toMatchObject({ name: 'Odd', message: 'AWS answered 400 without a reason.' });
  });

  it.each(['null', '[]', '{"__type":7,"message":[]}', ''])('may have the body %s', async (body) => {
    service.answer((response) => response.writeHead(400).end(body));

    await expect(caller()()).rejects.toMatchObject({ name: 'UnknownError', $metadata: { httpStatusCode: 400 } });
  });
});

describe('a clock that is wrong', () => {
  const serverDate = (minutes: number) => ({ date: new Date(Date.now() + minutes * MINUTE).toUTCString() });

  it.each([-60, -5, 5, 60])(
    'by %i minutes is corrected by that of AWS, for this call and all others',
    async (minutes) => {
      service.answer(refuse('InvalidSignatureException', 400, serverDate(minutes)), ok({}));
      const call = caller();

      await call();
      await call();

      const offsets = service.calls.map((received) => Math.round((signedAt(received) - Date.now()) / MINUTE));
      expect(offsets.map((offset) => offset + 0)).toEqual([0, minutes, minutes]);
    },
  );

  it('is not what a bad signature proves when the clocks agree', async () => {
    service.answer(refuse('InvalidSignatureException', 400, serverDate(0)));

    await expect(caller()()).rejects.toMatchObject({ name: 'InvalidSignatureException' });
    expect(service.calls).toHaveLength(1);
  });

  it('is not what a condition proves that does not hold', async () => {
    service.answer(refuse('ConditionalCheckFailedException', 400, serverDate(60)));

    await expect(caller()()).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
    expect(service.calls).toHaveLength(1);
  });

  it('is not what a signature proves that was frozen with its function', async () => {
    // The answer comes ten minutes after the signature, by both clocks.
    const start = Date.now();
    const now = vi.spyOn(Date, 'now').mockReturnValue(start);
    service.answer((response, call) => {
      now.mockReturnValue(start + 10 * MINUTE);
      refuse('InvalidSignatureException', 400, serverDate(0))(response, call);
    }, ok({}));

    await caller()();

    const times = service.calls.map((received) => Math.round((signedAt(received) - start) / MINUTE) + 0);
    expect(times).toEqual([0, 10]);
  });
});
