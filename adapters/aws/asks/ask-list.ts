import { statusAt, type AskList } from '../../../core/ask/ask-store.ts';
import type { Ask } from '../../../core/ask/ask.ts';
import { askListIndex } from '../../../core/storage/tables.ts';
import { QueryCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { askIn } from './ask-rows.ts';

/** Pages of the index that one list reads at most: those who ask for open ones pass over many that have ended. */
const MAX_PAGES = 5;
const PAGE_SIZE = 100;

/** The asks of an organisation, newest first. */
export function createAskList(db: DocumentClient, table: string): AskList {
  async function before(organizationId: string, askId: string): Promise<Ask[]> {
    const { Items } = await db.send(
      new QueryCommand({
        TableName: table,
        IndexName: askListIndex.name,
        KeyConditionExpression: 'organizationId = :organization AND askId < :before',
        ExpressionAttributeValues: { ':organization': organizationId, ':before': askId },
        ScanIndexForward: false,
        Limit: PAGE_SIZE,
      }),
    );
    return Items.map(askIn);
  }

  return {
    async list({ organizationId, page, status, now }) {
      const items: Ask[] = [];
      let seen = page.after ?? 'ask_~';
      for (let pages = 0; pages < MAX_PAGES; pages += 1) {
        const asks = await before(organizationId, seen);
        for (const ask of asks) {
          if (items.length === page.limit) return { items, next: seen };
          seen = ask.id;
          const isKept = status === undefined || statusAt(ask, now) === status;
          if (isKept) items.push(ask);
        }
        if (asks.length < PAGE_SIZE) return { items };
      }
      return { items, next: seen };
    },
  };
}
