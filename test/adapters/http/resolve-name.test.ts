import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createResolveName, type ResolveName } from '../../../adapters/http/resolve-name.ts';

const TYPES: Record<number, 'A' | 'AAAA'> = { 1: 'A', 28: 'AAAA' };
const never = new AbortController().signal;

let server: Socket;
let asked: string[];
let resolve: ResolveName;
/** What the name server says of a question; undefined: it keeps silent. */
let answerOf: (question: string) => Buffer | 'no such name' | 'nothing of this kind' | undefined;

beforeEach(async () => {
  asked = [];
  server = createSocket('udp4');
  server.on('message', (query, { port, address }) => {
    const question = questionIn(query);
    asked.push(question);
    const answer = answerOf(question);
    if (answer !== undefined) server.send(replyTo(query, answer), port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  resolve = createResolveName({ servers: [`127.0.0.1:${server.address().port}`] });
});

afterEach(() => void server.close());

/** `name type`, of a query with one question. */
function questionIn(query: Buffer): string {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return `${labels.join('.').toLowerCase()} ${TYPES[query.readUInt16BE(at + 1)]}`;
}

/** @see https://www.rfc-editor.org/rfc/rfc1035#section-4 */
function replyTo(query: Buffer, answer: Buffer | string): Buffer {
  let end = 12;
  while (query[end]! > 0) end += 1 + query[end]!;
  const question = query.subarray(12, end + 5);
  const isFound = typeof answer !== 'string';
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(answer === 'no such name' ? 0x81_83 : 0x81_80, 2);
  head.writeUInt16BE(isFound ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  if (!isFound) return Buffer.concat([head, question]);
  const record = Buffer.alloc(12);
  record.writeUInt16BE(0xc0_0c, 0);
  query.copy(record, 2, end + 1, end + 5);
  record.writeUInt32BE(60, 6);
  record.writeUInt16BE(answer.length, 10);
  return Buffer.concat([head, question, record, answer]);
}

const FOUR = Buffer.from([192, 0, 2, 7]);
const SIX = Buffer.from('20010db8000000000000000000000007', 'hex');

describe('the addresses of a name', () => {
  it('are those of both kinds, IPv4 first', async () => {
    answerOf = (question) => (question.endsWith('AAAA') ? SIX : FOUR);

    expect(await resolve('both.example.net', never)).toEqual(['192.0.2.7', '2001:db8::7']);
  });

  it('are those of one kind when there are none of the other', async () => {
    answerOf = (question) => (question.endsWith('AAAA') ? SIX : 'nothing of this kind');

    expect(await resolve('six.example.net', never)).toEqual(['2001:db8::7']);
  });

  it('come at once while a hundred other names get no answer', async () => {
    answerOf = (question) => (question.startsWith('silent') ? undefined : FOUR);
    const controller = new AbortController();
    const silent = Array.from({ length: 100 }, (_, n) => resolve(`silent-${n}.example.net`, controller.signal));
    const ended = Promise.allSettled(silent);
    const startedAt = performance.now();

    const addresses = await resolve('prompt.example.net', never);
    const ms = performance.now() - startedAt;
    controller.abort();

    expect(addresses).toContain('192.0.2.7');
    expect(ms).toBeLessThan(1500);
    expect((await ended).every(({ status }) => status === 'rejected')).toBe(true);
  });

  it('are not asked for again once the request is called off', async () => {
    answerOf = () => undefined;
    const controller = new AbortController();
    const resolving = resolve('silent.example.net', controller.signal);
    await once(server, 'message');

    controller.abort();

    await expect(resolving).rejects.toMatchObject({ code: 'ECANCELLED' });
    expect(asked.every((question) => question.startsWith('silent.example.net'))).toBe(true);
    expect(asked.length).toBeLessThanOrEqual(2);
  });

  it('are those of the hosts file for a name without a dot, which no name server is asked for', async () => {
    answerOf = () => FOUR;

    expect(await resolve('localhost', never)).toContain('127.0.0.1');
    expect(asked).toEqual([]);
  });

  it('are looked for in the hosts file when name servers know none, one name at a time', async () => {
    answerOf = () => 'no such name';

    const results = await Promise.allSettled([
      resolve('unknown-1.invalid', never),
      resolve('unknown-2.invalid', never),
    ]);

    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected']);
    expect(asked).toEqual(expect.arrayContaining(['unknown-1.invalid A', 'unknown-2.invalid AAAA']));
  });
});
