import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../process/free-port.ts';
import { startSupervised, type SupervisedProcess } from '../process/supervised-process.ts';
import { DynamoDbUnavailable, findDynamoDb, machine } from './find-dynamodb.ts';

/** A running DynamoDB, and how to end it. */
export interface DynamoDbEngine {
  /** `http://127.0.0.1:<port>` */
  readonly endpoint: string;
  stop(): Promise<void>;
}

const READY_WITHIN_MS = 10_000;
const RESTART_DELAY_MS = 100;

/**
 * Starts the embedded DynamoDB on `<dataDir>/dynamodb.sqlite`. When it ends unasked, it starts again on the same port.
 * It dies with this process.
 *
 * @param searchPath the `PATH`, for platforms that npm has no engine for
 * @throws DynamoDbUnavailable
 */
export async function startDynamoDb(dataDir: string, searchPath = ''): Promise<DynamoDbEngine> {
  const command = findDynamoDb(machine(searchPath));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const args = ['--host', '127.0.0.1', '--port', String(port), '--db-path', join(dataDir, 'dynamodb.sqlite')];
  const log = join(dataDir, 'logs', 'dynamodb.log');
  const start = (): SupervisedProcess => startSupervised({ command, args, cwd: dataDir, env: {}, log, shielded: true });
  let stopping = false;
  let current = start();
  const supervise = async (): Promise<void> => {
    await current.exited;
    if (stopping) return;
    await delay(RESTART_DELAY_MS);
    if (stopping) return;
    current = start();
    return supervise();
  };
  const ended = supervise();
  const stop = async (): Promise<void> => {
    stopping = true;
    // It survives kill -9 by design, and every write it answered is on disk: no reason to wait for a slow shutdown.
    current.signal('KILL');
    await ended;
  };
  if (!(await answers(endpoint))) {
    await stop();
    throw new DynamoDbUnavailable(`the embedded DynamoDB did not start; see ${log}`);
  }
  return { endpoint, stop };
}

async function answers(endpoint: string): Promise<boolean> {
  const deadline = Date.now() + READY_WITHIN_MS;
  const agent = new Agent({ keepAlive: false });
  while (Date.now() < deadline) {
    if (await ping(endpoint, agent)) return true;
    await delay(15);
  }
  return false;
}

function ping(endpoint: string, agent: Agent): Promise<boolean> {
  return new Promise((settle) => {
    request(endpoint, { agent }, (response) => {
      response.resume();
      settle(true);
    })
      .on('error', () => settle(false))
      .end();
  });
}
