import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { createDocumentClient, type DocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';
import { REGION } from '../assembly/attributes.ts';
import type { Resources } from '../assembly/resources.ts';
import { dynamoDbNeeds } from '../door/access/dynamodb.ts';
import { s3Needs, s3NeedsToMiss } from '../door/access/s3.ts';
import { sqsNeeds } from '../door/access/sqs.ts';
import { openDoor, type Door } from '../door/door.ts';
import { dynamoDbService } from '../door/services/dynamodb.ts';
import { s3Service } from '../door/services/s3.ts';
import { sqsService } from '../door/services/sqs.ts';
import { stsService } from '../door/services/sts.ts';
import { startDynamoDb, type DynamoDbEngine } from '../engines/dynamodb-engine.ts';
import { ensureQueues, queuesOf } from '../engines/queues.ts';
import { createTables, tablesOf } from '../engines/tables.ts';
import type { StreamPorts } from '../mappings/stream-feed.ts';
import { openStreamPositions } from '../mappings/stream-positions.ts';
import { openTableStream } from '../mappings/table-stream.ts';
import { Accounts } from '../oidc/accounts.ts';
import { ObjectStore } from '../s3/object-store.ts';
import type { LocalSettings } from '../settings.ts';
import { openSqs, type Sqs } from '../sqs/open-sqs.ts';
import { openSending, type SendingServices } from './sending.ts';

/** The engines behind the door. */
export interface Engines {
  readonly door: Door;
  readonly sqs: Sqs;
  readonly objects: ObjectStore;
  readonly sending: SendingServices;
  /** Who may sign in at the user pool. */
  readonly accounts: Accounts;
  /** A client of the runner itself, through the door. */
  readonly client: DynamoDBClient;
  /** The same for plain items. */
  readonly db: DocumentClient;
  /** Streams of tables, for mappings. */
  readonly streams: Omit<StreamPorts, 'invoke'>;
  stop(): Promise<void>;
}

type EngineSettings = Pick<LocalSettings, 'dataDir' | 'dynamodbEndpoint' | 'searchPath'>;

/** Access key id of the runner's own calls. */
const OWN_NAME = 'local-runner';

/** Opens every engine on the data folder, and the door in front of them. */
export async function openEngines(settings: EngineSettings): Promise<Engines> {
  const { dataDir } = settings;
  const [door, dynamodb] = await Promise.all([openDoor(), startOrUse(settings)]);
  const sqs = openSqs({ file: join(dataDir, 'sqs.sqlite'), baseUrl: door.url });
  const objects = new ObjectStore(join(dataDir, 's3.sqlite'));
  const dynamodbCalls = dynamoDbService(dynamodb.endpoint, accessKeyOf(dataDir));
  door.serve('dynamodb', dynamodbCalls, { needs: dynamoDbNeeds });
  door.serve('sqs', sqsService(sqs), { needs: sqsNeeds });
  door.serve('s3', s3Service(objects), { needs: s3Needs, needsToMiss: s3NeedsToMiss });
  door.serve('sts', stsService);
  const accounts = new Accounts(join(dataDir, 'oidc-accounts.sqlite'));
  const sending = await openSending(door, dataDir, accounts);
  const credentials = { accessKeyId: OWN_NAME, secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint: door.url, region: REGION, credentials });
  const db = createDocumentClient({ endpoint: door.url, region: REGION, credentials });
  const streamsClient = new DynamoDBStreamsClient({ endpoint: door.url, region: REGION, credentials });
  const positions = openStreamPositions(join(dataDir, 'mappings.sqlite'));
  const streams = {
    open: async (table: string) => openTableStream({ db: client, streams: streamsClient }, table),
    positions,
    isRepeated: () => door.faults.isRepeated(),
  };
  const stop = async (): Promise<void> => {
    client.destroy();
    streamsClient.destroy();
    positions.close();
    await door.close();
    await sending.inbox.stop();
    sqs.close();
    objects.close();
    accounts.close();
    await dynamodb.stop();
  };
  return { door, sqs, objects, sending, accounts, client, db, streams, stop };
}

/** Each data folder has its own, and so its own tables in an engine that keeps tables by access key. */
const accessKeyOf = (dataDir: string): string =>
  createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 20);

async function startOrUse({
  dataDir,
  dynamodbEndpoint: endpoint,
  searchPath,
}: EngineSettings): Promise<DynamoDbEngine> {
  return endpoint === undefined ? startDynamoDb(dataDir, searchPath) : { endpoint, stop: async () => {} };
}

/** What the engines hold, by physical name. */
export interface Stores {
  readonly tables: readonly string[];
  readonly queues: readonly string[];
  readonly buckets: readonly string[];
}

/** Creates the tables, queues and buckets that the templates declare and that do not exist yet. */
export async function provision({ client, sqs, objects }: Engines, resources: Resources): Promise<Stores> {
  const tables = tablesOf(resources);
  const queues = queuesOf(resources);
  const buckets = resources.ofType('AWS::S3::Bucket', {});
  await createTables(client, tables);
  ensureQueues(sqs, queues);
  // Whoever received messages before this start is dead.
  sqs.releaseInFlight();
  for (const { physicalName } of buckets) objects.createBucket(physicalName);
  return { tables: names(tables), queues: names(queues), buckets: names(buckets) };
}

function names(list: readonly { readonly physicalName: string }[]): string[] {
  return list.map(({ physicalName }) => physicalName);
}
