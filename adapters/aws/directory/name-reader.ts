import * as z from 'zod/mini';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { createGatheredReader } from '../dynamodb/gathered-reader.ts';
import { directoryKeys } from './directory-keys.ts';

const Named = z.object({ name: z.string() });

/** Looks up the names of webhooks and channels, a hundred per call. */
export function createNameReader(db: DocumentClient, table: string) {
  const read = createGatheredReader(db);
  return {
    /** Absent: deleted, or never existed. */
    async readName(organizationId: string, kind: 'webhook' | 'channel', id: string): Promise<string | undefined> {
      const row = await read({ table, key: directoryKeys[kind](organizationId, id), consistent: false });
      return row === undefined ? undefined : Named.parse(row).name;
    },
  };
}
