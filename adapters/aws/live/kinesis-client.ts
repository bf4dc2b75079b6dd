import { KinesisClient } from '@aws-sdk/client-kinesis';
import { createClient } from '../create-client.ts';
import type { KinesisApi } from './kinesis-api.ts';
import { createKinesisStream } from './kinesis-stream.ts';

/** The Kinesis data stream behind its AWS client. Retries are the reader's own. */
export function createKinesisApi(streamArn: string, sleep: (ms: number) => Promise<void>): KinesisApi {
  return createKinesisStream({ kinesis: createClient(KinesisClient, { maxAttempts: 1 }), streamArn, sleep });
}
