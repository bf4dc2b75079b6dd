import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { LiveEvent } from '../../../core/live/live-event.ts';
import { hashSecret } from '../../../core/directory/secret-hash.ts';
import type { StreamEndpoint } from '../../../core/directory/stream-endpoint.ts';
import { until } from './scaled-clock.ts';

const BINARY = join(import.meta.dirname, '../../../node_modules/@dynoxide/linux-x64/dynoxide');
const AWS = { region: 'us-east-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' } };

/** The real embedded DynamoDB with a Directory and a LiveEvents table. */
export class EmbeddedEngine {
  readonly endpoint: string;
  readonly db: DynamoDBClient;
  readonly streams: DynamoDBStreamsClient;
  readonly documents: DynamoDBDocumentClient;
  readonly #process: ChildProcess;
  readonly #folder: string;

  private constructor(options: { endpoint: string; process: ChildProcess; folder: string }) {
    this.endpoint = options.endpoint;
    this.#process = options.process;
    this.#folder = options.folder;
    this.db = new DynamoDBClient({ ...AWS, endpoint: this.endpoint });
    this.documents = DynamoDBDocumentClient.from(this.db);
    this.streams = new DynamoDBStreamsClient({ ...AWS, endpoint: this.endpoint, maxAttempts: 1 });
  }

  static async start(): Promise<EmbeddedEngine> {
    const folder = await mkdtemp(join(tmpdir(), 'live-stream-'));
    const port = await freePort();
    const args = ['--host', '127.0.0.1', '--port', String(port), '--db-path', join(folder, 'tables.db')];
    const engine = new EmbeddedEngine({
      endpoint: `http://127.0.0.1:${port}`,
      process: spawn(BINARY, args, { stdio: 'ignore' }),
      folder,
    });
    await until(async () => engine.#answers());
    await engine.#createTable('Directory', ['pk', 'sk']);
    await engine.#createTable('LiveEvents', ['channelId', 'id']);
    await engine.#createTable('Counters', ['pk']);
    return engine;
  }

  async stop(): Promise<void> {
    const exited = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await exited;
    await rm(this.#folder, { recursive: true, force: true });
  }

  async put(row: LiveEvent | Record<string, unknown>): Promise<void> {
    await this.documents.send(new PutCommand({ TableName: 'LiveEvents', Item: row }));
  }

  async putEndpoint(streamId: string, endpoint: StreamEndpoint): Promise<void> {
    const key = { pk: `STREAM#${hashSecret(streamId)}`, sk: 'STREAM' };
    await this.documents.send(new PutCommand({ TableName: 'Directory', Item: { ...key, ...endpoint } }));
  }

  async #answers(): Promise<boolean> {
    return this.db.send(new ListTablesCommand({})).then(
      () => true,
      () => false,
    );
  }

  async #createTable(name: string, [partition, ...sort]: [string, ...string[]]): Promise<void> {
    await this.db.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [partition, ...sort].map((key) => ({ AttributeName: key, AttributeType: 'S' })),
        KeySchema: [
          { AttributeName: partition, KeyType: 'HASH' },
          ...sort.map((key) => ({ AttributeName: key, KeyType: 'RANGE' as const })),
        ],
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
      }),
    );
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return address.port;
}
