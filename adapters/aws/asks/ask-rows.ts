import * as z from 'zod/mini';
import { Ask, KEPT_AFTER_MS } from '../../../core/ask/ask.ts';

type Row = Record<string, unknown>;

/** One partition: people answer asks, so there are few. */
export const DUE_PARTITION = 'due';

/** How the due index sorts a time. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Key of an ask. */
export function askKey(askId: string): { readonly askId: string } {
  return { askId };
}

/** An ask as it is stored. */
export function askRow({ id, dueAt, ...ask }: Ask): Row {
  return {
    ...askKey(id),
    ...ask,
    ...(dueAt === undefined ? {} : { dueShard: DUE_PARTITION, dueAt: isoTime(dueAt) }),
    expiresAt: Math.floor((ask.endsAt + KEPT_AFTER_MS) / 1000),
  };
}

/** The ask in a row. */
export function askIn({ askId, dueAt, ...row }: Row): Ask {
  return Ask.parse({ ...row, id: askId, ...(typeof dueAt === 'string' ? { dueAt: Date.parse(dueAt) } : {}) });
}

/** What the due index holds of an ask once it is read again. */
export const DueAsk = z.object({ askId: z.string(), organizationId: z.string(), dueAt: z.string() });
