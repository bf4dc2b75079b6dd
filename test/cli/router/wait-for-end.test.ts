import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { ask, cancel } from '../../../cli/router/asks.ts';
import { waitForEnd } from '../../../cli/router/wait-for-end.ts';

let server: Server | undefined;
afterEach(() => server?.close().closeAllConnections());

type Answer = (response: ServerResponse) => void;

/** Answers each request in its turn, the last answer again and again. */
async function serve(...answers: readonly [Answer, ...Answer[]]) {
  const seen: { line: string; headers: NodeJS.Dict<string | string[]>; body: string }[] = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      seen.push({ line: `${method} ${url}`, headers, body: Buffer.concat(chunks).toString() });
      (answers[seen.length - 1] ?? answers.at(-1) ?? answers[0])(response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return { seen, base, answerUrl: `${base}/a/ask_1/secret` };
}

const standing = (status: string, answer: object | null = null): Answer =>
  says(200, { askId: 'ask_1', status, answer });
const says =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const breaks: Answer = (response) => response.destroy();
const chosen = { option: 'yes', by: { type: 'channel', name: 'Ann' } };

const never = () => new AbortController().signal;
const wait = async (answerUrl: string, own: object = {}) =>
  waitForEnd({ answerUrl }, { until: Date.now() + 15_000, signal: never(), pauseMs: 1, ...own });

describe('waiting for the end of an ask', () => {
  it('goes on over lost connections, answers of a router in trouble, and pages of proxies', async () => {
    const { answerUrl, seen } = await serve(
      standing('pending'),
      breaks,
      says(503, { error: 'Busy' }, { 'retry-after': '0' }),
      says(429, 'no'),
      (response) => response.writeHead(200).end('<html>'),
      standing('answered', chosen),
    );

    expect(await wait(answerUrl)).toMatchObject({ status: 'answered', answer: chosen });
    expect(seen).toHaveLength(6);
    expect(seen[0]?.line).toMatch(/^GET \/a\/ask_1\/secret\?wait=1[45]$/);
  });

  it('comes back no sooner than it was asked to', async () => {
    const { answerUrl, seen } = await serve(says(503, {}, { 'retry-after': '30' }));

    expect(await wait(answerUrl, { until: Date.now() + 50 })).toBeUndefined();
    expect(seen).toHaveLength(1);
  });

  it('looks once when there is no time to wait, and says how it stands', async () => {
    const { answerUrl, seen } = await serve(standing('pending'));

    expect(await wait(answerUrl, { until: Date.now() })).toMatchObject({ status: 'pending' });
    expect(seen.map(({ line }) => line)).toEqual(['GET /a/ask_1/secret?wait=0']);
  });

  it('knows nothing when the router never answers, and stops at its time', async () => {
    const { answerUrl } = await serve(breaks);

    expect(await wait(answerUrl, { until: Date.now() + 50 })).toBeUndefined();
  });

  it('ends at once when it is told to', async () => {
    const { answerUrl } = await serve((response) => response.flushHeaders());
    const stop = new AbortController();
    const waiting = wait(answerUrl, { signal: stop.signal });
    stop.abort();

    expect(await waiting).toBeUndefined();
  });

  it('gives up when there is no such ask', async () => {
    const { answerUrl } = await serve(says(404, { error: 'Not found' }));

    await expect(wait(answerUrl)).rejects.toThrow('the ask is gone');
  });
});

describe('asking', () => {
  const question = { message: 'Deploy?', options: [{ id: 'yes', label: 'Yes' }], expiresIn: 60 };
  const destination = (base: string) => ({ endpoint: new URL(`${base}/n/webhook/`), key: 'nrk_1' });

  it('asks again when no answer comes, as the same ask', async () => {
    const asked = {
      askId: 'ask_1',
      messageId: 'msg_1',
      answerUrl: 'http://127.0.0.1:1/a/ask_1/secret',
      expiresAt: 'later',
    };
    const { base, seen } = await serve(breaks, says(201, asked));

    expect(await ask(destination(base), question)).toEqual(asked);
    expect(seen.map(({ line }) => line)).toEqual(Array(2).fill('POST /n/webhook/ask'));
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
      message: 'Deploy?',
      ask: { options: question.options, expiresIn: 60 },
    });
  });

  it.each([
    [400, 'No channel can answer', 'switch on "May answer"'],
    [403, 'Asking requires a webhook that requires its key', 'set NOTIFY_KEY'],
    [429, 'Message quota exceeded', 'ask an owner'],
  ])('says what to do about %i %s', async (status, error, advice) => {
    const { base, seen } = await serve(says(status, { error }));

    await expect(ask(destination(base), question)).rejects.toThrow(new RegExp(`^${error}; .*${advice}`));
    expect(seen).toHaveLength(1);
  });

  it('refuses to wait at an address that is none', async () => {
    const asked = { askId: 'ask_1', messageId: 'msg_1', answerUrl: 'file:///etc/passwd', expiresAt: 'later' };
    const { base } = await serve(says(201, asked));

    await expect(ask(destination(base), question)).rejects.toThrow('is no address');
  });

  it('is taken back, whether or not it had ended', async () => {
    const { answerUrl, seen } = await serve((response) => response.writeHead(204).end(), says(409, {}));
    await cancel({ answerUrl });
    await cancel({ answerUrl });

    expect(seen.map(({ line }) => line)).toEqual(Array(2).fill('DELETE /a/ask_1/secret'));
  });
});
