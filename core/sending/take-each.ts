import type { DialectItem } from '../notification/dialects/dialect.ts';
import type { Refused, SendResult } from './accept.ts';

/** How many notifications of one request are stored at the same time. */
const LANES = 16;

/** A request is answered within this time, before its sender gives up: Prometheus waits for ten seconds. */
const DEADLINE_MS = 8_000;

/** What became of the notifications of a request. */
interface Taken {
  /** Of what was stored. */
  readonly messageIds: readonly string[];
  /** Why the rest was not stored. */
  readonly failed?: Refused;
}

/**
 * Takes every notification of a request, several at a time, those of one key one after the other. It stops at the first
 * that is refused. What is stored by then stays stored, and the sender must not be told of success.
 *
 * @throws when a notification could not be stored, or time is up, once nothing is under way any more
 */
export async function takeEach(
  items: readonly DialectItem[],
  take: (item: DialectItem) => Promise<SendResult>,
  now: () => number,
): Promise<Taken> {
  const waiting = byKey(items);
  const messageIds: string[] = [];
  const endsAt = now() + DEADLINE_MS;
  let failed: Taken['failed'];
  let isBroken = false;
  const takeOne = async (item: DialectItem): Promise<void> => {
    if (now() > endsAt) throw new Error('there was no time for every notification of the request');
    const result = await take(item);
    if (result.kind === 'accepted') messageIds.push(result.messageId);
    else failed ??= result;
  };
  const lane = async (): Promise<void> => {
    for (const item of nextOf(waiting)) {
      if (isBroken || failed !== undefined) return;
      await takeOne(item);
    }
  };
  const stopping = async (): Promise<void> =>
    lane().catch((error: unknown) => {
      isBroken = true;
      throw error;
    });
  const ends = await Promise.allSettled(Array.from({ length: Math.min(LANES, waiting.length) }, stopping));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return { messageIds, ...(failed === undefined ? {} : { failed }) };
}

/** The notifications of one group after the other, each group for whoever comes first. */
function* nextOf(waiting: DialectItem[][]): Generator<DialectItem> {
  for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) yield* group;
}

/** Two of one key would only wait for each other. */
function byKey(items: readonly DialectItem[]): DialectItem[][] {
  const groups = new Map<unknown, DialectItem[]>();
  for (const item of items) {
    const key = item.about?.('').key ?? item;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
