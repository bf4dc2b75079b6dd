import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod';

const Answer = z.object({
  Status: z.enum(['SUCCESS', 'FAILED']),
  Reason: z.string().default('it does not say why'),
  PhysicalResourceId: z.string(),
  Data: z.record(z.string(), z.string()).default({}),
});

/** What a function says became of a resource. */
export type CustomAnswer = z.infer<typeof Answer>;

/** Where functions put their answers, as they put them to S3 on AWS. */
export interface AnswerBox {
  /** An address for one answer, and the answer; `undefined` until it has come. */
  expect(): { readonly url: string; readonly answer: () => CustomAnswer | undefined };
  close(): Promise<void>;
}

async function read(request: IncomingMessage): Promise<CustomAnswer | undefined> {
  const body: unknown = await json(request).catch(() => undefined);
  return Answer.safeParse(body).data;
}

/** Opens an answer box on a free port of 127.0.0.1. */
export async function openAnswerBox(): Promise<AnswerBox> {
  const answers = new Map<string, CustomAnswer | undefined>();
  const server = createServer((request, response) => {
    const key = request.url?.slice(1) ?? '';
    if (request.method !== 'PUT' || !answers.has(key)) return void response.writeHead(403).end();
    void read(request).then((answer) => {
      if (answer !== undefined) answers.set(key, answer);
      return response.writeHead(answer === undefined ? 400 : 200).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the answer box has no TCP port');
  return {
    expect() {
      const key = randomUUID();
      answers.set(key, undefined);
      return { url: `http://127.0.0.1:${address.port}/${key}`, answer: () => answers.get(key) };
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
