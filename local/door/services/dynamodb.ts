import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { targetOperation, type AwsAnswer, type AwsCall, type AwsService } from '../service.ts';

/** Operations that can tell what capacity they consumed. */
const METERED = new Set([
  'BatchGetItem',
  'BatchWriteItem',
  'DeleteItem',
  'GetItem',
  'PutItem',
  'Query',
  'Scan',
  'TransactGetItems',
  'TransactWriteItems',
  'UpdateItem',
]);

const RECONNECT_ATTEMPTS = 40;
const RECONNECT_WAIT_MS = 50;

/**
 * Forwards DynamoDB and DynamoDB Streams calls to the engine at `endpoint` over kept connections, and reads what
 * capacity they consumed.
 *
 * @param accessKeyId makes all calls to the engine: letters and digits, as DynamoDB Local wants it. Without `-sharedDb`
 *   DynamoDB Local keeps a database for each key, so all callers share this one, and it stays the same after a restart.
 */
export function dynamoDbService(endpoint: string, accessKeyId: string): AwsService {
  const agent = new Agent({ keepAlive: true, maxSockets: 64, scheduling: 'lifo' });
  return async (call) => {
    const operation = targetOperation(call.headers);
    const body = METERED.has(operation) ? askForCapacity(call.body) : call.body;
    const headers = {
      ...call.headers,
      ...signedBy(accessKeyId, call.headers.authorization),
      'content-length': String(body.length),
      host: new URL(endpoint).host,
    };
    const answer = await forward({ endpoint, agent, headers, body, call });
    return { ...answer, operation, capacityUnits: METERED.has(operation) ? capacityIn(answer.body) : 0 };
  };
}

/** The signature no longer fits the key, nor the changed body; no local engine checks it. */
function signedBy(accessKeyId: string, authorization = ''): { authorization: string } {
  return { authorization: authorization.replace(/Credential=[^/]+/, `Credential=${accessKeyId}`) };
}

interface Forward {
  readonly endpoint: string;
  readonly agent: Agent;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
  readonly call: AwsCall;
}

/** An engine that refuses the connection took no call, so it is safe to retry while the engine restarts. */
async function forward(options: Forward, attempt = 1): Promise<AwsAnswer & { body: Buffer }> {
  try {
    return await send(options);
  } catch (error) {
    const refused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
    if (!refused || attempt >= RECONNECT_ATTEMPTS) throw error;
    await delay(RECONNECT_WAIT_MS);
    return forward(options, attempt + 1);
  }
}

function send({ endpoint, agent, headers, body, call }: Forward): Promise<AwsAnswer & { body: Buffer }> {
  return new Promise((settle, reject) => {
    const outgoing = request(endpoint + call.url, { method: call.method, agent, headers }, (response) => {
      collect(response).then(
        (bytes) =>
          settle({ status: response.statusCode ?? 502, headers: headersOf(response), body: bytes, operation: '' }),
        reject,
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function collect(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => name.startsWith('x-amz') || name === 'content-type');
  return Object.fromEntries(kept.map(([name, value]): [string, string] => [name, String(value)]));
}

/**
 * Adds `ReturnConsumedCapacity: TOTAL` to a request that does not ask for its capacity. Adds it as text: to parse and
 * print the body again would cost more than the call. A quote inside a JSON string is escaped, so the name can only
 * match as a name.
 */
function askForCapacity(body: Buffer): Buffer {
  if (body.includes('"ReturnConsumedCapacity"')) return body;
  const start = body.indexOf('{') + 1;
  if (start === 0) return body;
  const empty = /^\s*\}/.test(body.toString('latin1', start, start + 16));
  const field = `"ReturnConsumedCapacity":"TOTAL"${empty ? '' : ','}`;
  return Buffer.concat([body.subarray(0, start), Buffer.from(field), body.subarray(start)]);
}

/** The consumed capacity in an answer, summed. An item's own attribute of that name holds an object, not a number. */
function capacityIn(body: Uint8Array): number {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  let total = 0;
  for (const [, units] of text.matchAll(/"CapacityUnits":([\d.]+)/g)) total += Number(units);
  return total;
}
