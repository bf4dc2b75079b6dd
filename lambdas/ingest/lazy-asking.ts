import type { AskingPorts } from '../../core/sending/asking.ts';
import type { DocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';

/** Where asks are kept, and what sends their jobs. */
export interface AskingPlaces {
  readonly table: string;
  readonly queueUrl: string;
  readonly publicBaseUrl: string;
  readonly completesTasks: boolean;
}

/** What asks need, loaded with the first one: most sends ask nothing. */
export function lazyAsking(db: DocumentClient, places: AskingPlaces): AskingPorts {
  let loading: ReturnType<typeof load> | undefined;
  const loaded = () => (loading ??= load(db, places));
  return {
    asks: {
      open: async (ask) => (await loaded()).asks.open(ask),
      read: async (askId) => (await loaded()).asks.read(askId),
    },
    tell: async (job, delaySeconds) => (await loaded()).tell(job, delaySeconds),
    newSeed: () => Buffer.from(globalThis.crypto.getRandomValues(new Uint8Array(32))).toString('base64url'),
    publicBaseUrl: places.publicBaseUrl,
    completesTasks: places.completesTasks,
  };
}

async function load(db: DocumentClient, { table, queueUrl }: AskingPlaces) {
  const [{ createAskStore }, { createAskQueue }, { createQueueClient }] = await Promise.all([
    import('../../adapters/aws/asks/ask-store.ts'),
    import('../../adapters/aws/queues/ask-queue.ts'),
    import('../../adapters/aws/queues/queue-client.ts'),
  ]);
  return { asks: createAskStore(db, table, Date.now), tell: createAskQueue(createQueueClient(), queueUrl) };
}
