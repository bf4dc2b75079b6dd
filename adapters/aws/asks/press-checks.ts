import type { PressPorts } from '../../../core/ask/press.ts';
import { isId } from '../../../core/message/ids.ts';
import { GetCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { createKeyCache } from '../secrets/key-cache.ts';
import { PressCheckRow, pressCheckKey, pressKeyOwner, pressPlace } from './press-check-row.ts';

/** Decrypts a data key with its encryption context. */
export type OpenDataKey = (ciphertext: Uint8Array, context: Record<string, string>) => Promise<Uint8Array>;

export interface PressCheckOptions {
  /** The table of asks. */
  readonly table: string;
  readonly openDataKey: OpenDataKey;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** What presses are checked by, for what serves callbacks. */
export function createPressChecks(
  db: DocumentClient,
  { table, openDataKey, now }: PressCheckOptions,
): PressPorts['checks'] {
  const opened = createKeyCache(now);
  return {
    async read(channelId) {
      if (!isId('channel', channelId)) return undefined;
      const Key = pressCheckKey(channelId);
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      if (Item === undefined) return undefined;
      const { owner: organizationId, kind, dataKey, sealed } = PressCheckRow.parse(Item);
      const [key, { openText }] = await Promise.all([
        // Whoever knows a channel may send what is not signed: it must not cost a call of KMS each time.
        opened(`${organizationId} ${dataKey}`, async () =>
          openDataKey(Buffer.from(dataKey, 'base64'), pressKeyOwner(organizationId)),
        ),
        import('../secrets/sealed-text.ts'),
      ]);
      return { organizationId, kind, secret: openText(sealed, key, pressPlace(organizationId, channelId)) };
    },
  };
}
