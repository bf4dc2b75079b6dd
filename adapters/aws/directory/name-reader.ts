import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { createGatheredReader } from '../dynamodb/gathered-reader.ts';
import { directoryKeys } from './directory-keys.ts';

const Named = z.object({ name: z.string() });

/** Looks up what webhooks and channels are called, a hundred in a call. */
export function createNameReader(db: DynamoDBDocumentClient, table: string) {
  const read = createGatheredReader(db);
  return {
    /** Absent: deleted, or never there. */
    async readName(organizationId: string, kind: 'webhook' | 'channel', id: string): Promise<string | undefined> {
      const row = await read({ table, key: directoryKeys[kind](organizationId, id), consistent: false });
      return row === undefined ? undefined : Named.parse(row).name;
    },
  };
}
