import { createServer, request } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A DynamoDB that is as strict about callers as DynamoDB Local is. */
export interface StrictEngine {
  readonly endpoint: string;
  /** The access key ids that it let in. */
  readonly accessKeyIds: ReadonlySet<string>;
  /** How many calls it refused. */
  readonly refused: () => number;
  stop(): Promise<void>;
}

const INVALID = {
  __type: 'com.amazonaws.dynamodb.v20120810#UnrecognizedClientException',
  message: 'The Access Key ID or security token is invalid.',
};

/**
 * Stands before the engine at `target`, and refuses access key ids with anything but letters and digits.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/DynamoDBLocal.UsageNotes.html
 */
export async function startStrictEngine(target: string): Promise<StrictEngine> {
  const accessKeyIds = new Set<string>();
  let refused = 0;
  const server = createServer((incoming, response) => {
    const [, accessKeyId = ''] = /Credential=([^/]+)\//.exec(incoming.headers.authorization ?? '') ?? [];
    // The runner asks without credentials whether anybody is there.
    if (incoming.method === 'POST' && !/^[A-Za-z0-9]+$/.test(accessKeyId)) {
      refused += 1;
      incoming.resume();
      response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(JSON.stringify(INVALID));
      return;
    }
    accessKeyIds.add(accessKeyId);
    const { method, headers, url = '/' } = incoming;
    const passed = request(target + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    incoming.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyIds,
    refused: () => refused,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
