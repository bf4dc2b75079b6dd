import { type CallContext, retrying } from './retrying.ts';
import type { Shard, StreamApi } from '../../adapters/aws/live/stream-api.ts';

/** Where following the stream begins, and which shards lie wholly before that. */
export interface StartingPoints {
  readonly starts: readonly { readonly shard: Shard; readonly from: 'latest' | 'oldest' }[];
  /** Ancestors of the starting shards: never read again. */
  readonly past: readonly string[];
}

/**
 * All shards of the stream, or those that may be children of one. The last page is the one without `lastId`, not the
 * first short one. Empty when reading was stopped.
 *
 * @throws when there is no such stream.
 */
export async function listShards(
  { api, childrenOf }: { readonly api: StreamApi; readonly childrenOf?: string },
  context: CallContext,
): Promise<Shard[]> {
  const shards: Shard[] = [];
  for (let afterId: string | undefined; ;) {
    const page = { ...(afterId !== undefined && { afterId }), ...(childrenOf !== undefined && { childrenOf }) };
    const listing = await retrying(async () => api.describe(page), context);
    if (listing === undefined) return [];
    if (listing.kind !== 'shards') throw new Error(`The stream cannot be listed: ${listing.kind}.`);
    shards.push(...listing.shards);
    if (listing.lastId === undefined) return shards;
    afterId = listing.lastId;
  }
}

/**
 * When AWS made a shard: the id is `shardId-<epoch ms>-<random>`. Ids that carry no time (another engine's) count as
 * old, which is right for shards that exist when reading starts.
 */
function bornAt(shardId: string): number {
  const digits = /^shardId-0*(\d+)-/.exec(shardId)?.[1];
  return digits === undefined ? 0 : Number(digits);
}

/**
 * From each newest shard up to the first ancestor that was born before `startedAt`: that one is read from its end, all
 * later ones from their beginning. Reading every newest shard from its end would lose what was written to a shard born
 * between listing and reading.
 *
 * Newest means "is nobody's parent". An ending sequence number does not tell: the local engine puts one on open shards,
 * and on AWS a closed shard without children means that the listing lags. Such a shard is read like any other; at its
 * end its children are looked for.
 */
export function startingPoints(shards: readonly Shard[], startedAt: number): StartingPoints {
  const byId = new Map(shards.map((shard) => [shard.id, shard]));
  const parents = new Set(shards.map(({ parentId }) => parentId));
  const starts = new Map<string, StartingPoints['starts'][number]>();
  for (const leaf of shards.filter(({ id }) => !parents.has(id))) {
    const shard = firstBefore(leaf, { byId, startedAt });
    starts.set(shard.id, { shard, from: bornAt(shard.id) < startedAt ? 'latest' : 'oldest' });
  }
  const ancestorIds = [...starts.values()].flatMap(({ shard }) => ancestors(shard, byId));
  return { starts: [...starts.values()], past: ancestorIds.filter((id) => !starts.has(id)) };
}

type ById = ReadonlyMap<string, Shard>;

function firstBefore(leaf: Shard, { byId, startedAt }: { byId: ById; startedAt: number }): Shard {
  const line = [leaf, ...ancestors(leaf, byId).flatMap((id) => byId.get(id) ?? [])];
  return line.find(({ id }) => bornAt(id) < startedAt) ?? line.at(-1) ?? leaf;
}

/** Ids of the parents that are listed, nearest first. */
function ancestors(shard: Shard, byId: ById): string[] {
  const ids: string[] = [];
  for (let parent = parentOf(shard, byId); parent !== undefined; parent = parentOf(parent, byId)) ids.push(parent.id);
  return ids;
}

function parentOf({ parentId }: Shard, byId: ById): Shard | undefined {
  return parentId === undefined ? undefined : byId.get(parentId);
}
