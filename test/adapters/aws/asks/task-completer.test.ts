import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTaskCompleter } from '../../../../adapters/aws/asks/task-completer.ts';

const success = { kind: 'success', output: '{"option":"yes"}' } as const;
const failure = { kind: 'failure', error: 'AskExpired', cause: 'Nobody answered in time' } as const;

interface Answer {
  readonly status: number;
  readonly type?: string;
}

describe('ending a task of Step Functions', () => {
  let server: Server;
  let environment: NodeJS.ProcessEnv;
  let answer: Answer;
  const called: { readonly target: unknown; readonly body: unknown }[] = [];

  beforeEach(async () => {
    called.length = 0;
    answer = { status: 200 };
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => (text += String(chunk)));
      request.on('end', () => {
        called.push({ target: request.headers['x-amz-target'], body: JSON.parse(text) });
        response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' });
        response.end(JSON.stringify(answer.type === undefined ? {} : { __type: answer.type, message: 'no' }));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    environment = process.env;
    process.env = {
      ...environment,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 's',
      AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    };
  });
  afterEach(() => {
    process.env = environment;
    server.closeAllConnections();
    server.close();
  });

  it('says what it ended with', async () => {
    const complete = createTaskCompleter();

    const outcomes = [await complete('token', success), await complete('token', failure)];

    expect(outcomes).toEqual([{ kind: 'completed' }, { kind: 'completed' }]);
    expect(called).toEqual([
      { target: 'AWSStepFunctions.SendTaskSuccess', body: { taskToken: 'token', output: success.output } },
      {
        target: 'AWSStepFunctions.SendTaskFailure',
        body: { taskToken: 'token', error: failure.error, cause: failure.cause },
      },
    ]);
  });

  it.each(['TaskTimedOut', 'TaskDoesNotExist', 'InvalidToken', 'AccessDeniedException', 'KmsAccessDeniedException'])(
    'is over for good when the answer is %s',
    async (type) => {
      answer = { status: 400, type };

      expect(await createTaskCompleter()('token', success)).toEqual({ kind: 'refused', reason: type });
      expect(called).toHaveLength(1);
    },
  );

  it.each([
    [400, 'ThrottlingException'],
    [400, 'KmsThrottlingException'],
    [500, 'InternalServerError'],
    [503, 'ServiceUnavailable'],
  ])('is left for later when the answer is %i %s', async (status, type) => {
    answer = { status, type };

    await expect(createTaskCompleter()('token', failure)).rejects.toMatchObject({ name: type });
  });
});
