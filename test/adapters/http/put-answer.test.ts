import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { putAnswer } from '../../../adapters/http/put-answer.ts';

describe('an answer to CloudFormation', () => {
  let server: Server;
  let url: string;
  let statuses: number[];
  let got: { readonly method: string | undefined; readonly type: string | undefined; readonly text: string }[];
  beforeEach(async () => {
    got = [];
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (part) => (text += String(part)));
      request.on('end', () => {
        got.push({ method: request.method, type: request.headers['content-type'], text });
        response.writeHead(statuses.shift() ?? 200).end();
      });
    });
    await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
    url = `http://127.0.0.1:${Object(server.address()).port}/answer?signature=secret`;
  });
  afterEach(() => void server.close());

  it('is put without a content type, which its signature would have to cover', async () => {
    statuses = [];

    await putAnswer(url, { Status: 'SUCCESS' });

    expect(got).toEqual([{ method: 'PUT', type: undefined, text: '{"Status":"SUCCESS"}' }]);
  });

  it('is put again when it is not taken', async () => {
    statuses = [503];

    await putAnswer(url, {});

    expect(got).toHaveLength(2);
  });

  it('is given up in the end, without the signed address in the error', { timeout: 20_000 }, async () => {
    statuses = [500, 500, 500, 500, 403];

    const put = putAnswer(url, {});

    await expect(put).rejects.toThrow(/^CloudFormation did not take the answer: status 403$/);
  });
});
