import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { openAfterAnswer } from '../../../../adapters/aws/functions/after-answer.ts';
import { ExtensionsApi } from '../../../../local/lambda/extensions-api.ts';

const EVENT = { requestId: 'request_1', deadlineMs: 0, invokedFunctionArn: 'arn' };

/** One environment whose function has loaded. */
async function environment() {
  const api = await ExtensionsApi.start();
  const afterAnswer = await openAfterAnswer(api.address, 'test');
  await api.loaded();
  /** Runs an invocation as Lambda does: it tells the extensions, then calls the handler. */
  const invoke = async (handle: (event: object) => Promise<unknown>) => {
    api.invoke(EVENT);
    return handle(EVENT);
  };
  return { api, afterAnswer, invoke };
}

describe('a function that goes on after its answer', () => {
  it('has answered while what it keeps still runs, and its environment is busy until that is over', async () => {
    const { api, afterAnswer, invoke } = await environment();
    const work = Promise.withResolvers<void>();
    const handle = afterAnswer.keeping(async () => {
      afterAnswer.keep(work.promise);
      return 'answer';
    });

    const answer = await invoke(handle);
    const before = api.isIdle;
    work.resolve();
    await api.idle();

    expect([answer, before, api.isIdle]).toEqual(['answer', false, true]);
  });

  it('is ready for the next invocation at once when it keeps nothing, again and again', async () => {
    const { api, afterAnswer, invoke } = await environment();
    const handle = afterAnswer.keeping(async () => 'answer');

    for (let time = 0; time < 3; time += 1) {
      await invoke(handle);
      await api.idle();
    }

    expect(api.isIdle).toBe(true);
  });

  it('is ready again after work that failed, and after an invocation that did', async () => {
    const { api, afterAnswer, invoke } = await environment();
    const broken = afterAnswer.keeping(async () => {
      afterAnswer.keep(Promise.reject(new Error('the work')));
      throw new Error('the invocation');
    });

    await expect(invoke(broken)).rejects.toThrow('the invocation');
    await api.idle();

    expect(api.isIdle).toBe(true);
  });

  it('keeps what belongs to one invocation out of the next', async () => {
    const { api, afterAnswer, invoke } = await environment();
    const work = Promise.withResolvers<void>();
    await invoke(
      afterAnswer.keeping(async () => {
        afterAnswer.keep(work.promise);
      }),
    );
    work.resolve();
    await api.idle();

    await invoke(afterAnswer.keeping(async () => undefined));
    await api.idle();

    expect(api.isIdle).toBe(true);
  });
});

describe('an extension that Lambda does not take', () => {
  const servers: (() => void)[] = [];
  afterEach(() => {
    for (const close of servers.splice(0)) close();
  });

  it('says so: the function is loaded, or the API is another', async () => {
    const { api } = await environment();

    await expect(openAfterAnswer(api.address, 'late')).rejects.toThrow('The Extensions API answered 403.');
  });

  it.each([
    [200, 'without an identifier'],
    [500, 'answered 500'],
  ])('says so when the answer is %i %s', async (status, message) => {
    const server = createServer((_, response) => void response.writeHead(status).end('{}'));
    await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
    servers.push(() => server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;

    await expect(openAfterAnswer(`127.0.0.1:${port}`, 'test')).rejects.toThrow(message);
  });

  it('says so when nobody listens', async () => {
    await expect(openAfterAnswer('127.0.0.1:1', 'test')).rejects.toThrow('ECONNREFUSED');
  });
});
