import * as z from 'zod/mini';
import type { PostRow, ShownPost } from '../../../core/delivery/alert-posts.ts';

/** What a channel is shown of an alert, as it is stored. */
const Row = z.object({
  turn: z.exactOptional(z.number()),
  version: z.prefault(z.number(), 0),
  posts: z.prefault(z.number(), 0),
  digest: z.exactOptional(z.string()),
  reference: z.exactOptional(z.string()),
  older: z.exactOptional(z.object({ id: z.string(), reference: z.string(), alertId: z.exactOptional(z.string()) })),
  isContinued: z.exactOptional(z.literal(true)),
  shownBy: z.exactOptional(z.string()),
  begun: z.exactOptional(z.object({ posts: z.number(), version: z.number() })),
  holder: z.exactOptional(z.string()),
  heldUntil: z.prefault(z.number(), 0),
  hasFailed: z.exactOptional(z.literal(true)),
});

/** The row of a channel and alert; there is none before somebody begins to show it. */
export function postIn(item: Record<string, unknown> | undefined): PostRow {
  if (item === undefined) return {};
  const { shownBy, begun, holder, heldUntil, hasFailed, turn, ...state } = Row.parse(item);
  const shown: ShownPost | undefined = turn === undefined ? undefined : { turn, ...state };
  return {
    ...(shown === undefined ? {} : { shown }),
    ...(shownBy === undefined ? {} : { shownBy }),
    ...(begun === undefined ? {} : { begun }),
    ...(holder === undefined ? {} : { holder: { messageId: holder, until: heldUntil } }),
    ...(hasFailed === undefined ? {} : { hasFailed }),
  };
}

const STATE = ['turn', 'version', 'posts', 'digest', 'reference', 'older', 'isContinued'] as const;

/** Replaces what a row says is shown. */
export function shownUpdate(shown: ShownPost) {
  const isGiven = (name: (typeof STATE)[number]) => shown[name] !== undefined;
  const given = STATE.filter(isGiven);
  const absent = STATE.filter((name) => !isGiven(name));
  return {
    set: given.map((name) => `#${name} = :${name}`),
    remove: absent.map((name) => `#${name}`),
    names: Object.fromEntries(STATE.map((name) => [`#${name}`, name])),
    values: Object.fromEntries(given.map((name) => [`:${name}`, shown[name]])),
  };
}
