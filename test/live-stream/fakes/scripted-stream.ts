import type {
  RecordPage,
  Shard,
  ShardIterator,
  ShardListing,
  ShardPosition,
  StreamApi,
  StreamFault,
  StreamRecord,
} from '../../../adapters/aws/live/stream-api.ts';

interface ScriptedShard extends Shard {
  readonly records: StreamRecord[];
  closed: boolean;
  /** Records before this index are no longer kept. */
  trimmed: number;
}

/** DynamoDB Streams as AWS describes it, with everything that goes wrong there at the call of a method. */
export class ScriptedStream implements StreamApi {
  readonly shards = new Map<string, ScriptedShard>();
  /** Shards that exist but are not listed yet. */
  readonly hidden = new Set<string>();
  readonly calls = { describe: 0, iterator: 0, read: 0 };
  readonly #iterators = new Map<string, { shardId: string; index: number }>();
  #sequence = 0;
  #faults: (StreamFault['kind'] | 'error')[] = [];
  /** Ids of the last shard each iterator was asked for, in order. */
  readonly opened: string[] = [];
  pageSize = 2;
  recordsPerPage = 3;
  /** How often each page is answered again with the records of the page before it. */
  repeatRecords = false;
  beforeIterator: (() => void) | undefined;

  addShard(options: { parentId?: string; bornAt?: number; id?: string } = {}): string {
    const time = options.bornAt ?? Date.now() - 60_000;
    const id = options.id ?? `shardId-${String(time).padStart(20, '0')}-${String(this.shards.size).padStart(8, '0')}`;
    const shard: ScriptedShard = { id, records: [], closed: false, trimmed: 0 };
    this.shards.set(id, options.parentId === undefined ? shard : { ...shard, parentId: options.parentId });
    return id;
  }

  /** Closes a shard and lets `count` children take over. */
  split(shardId: string, { count = 2, hidden = false } = {}): string[] {
    this.shards.get(shardId)!.closed = true;
    const ids = Array.from({ length: count }, () => this.addShard({ parentId: shardId, bornAt: Date.now() }));
    if (hidden) for (const id of ids) this.hidden.add(id);
    return ids;
  }

  put(shardId: string, inserted: unknown, createdAt = Math.floor(Date.now() / 1000) * 1000): void {
    const shard = this.shards.get(shardId)!;
    if (shard.closed) throw new Error('A closed shard takes no records.');
    shard.records.push({ sequenceNumber: String((this.#sequence += 1)), createdAt, inserted });
  }

  /** Removes shards that have ended long ago, as DynamoDB does after a day: all but the newest few. */
  forgetDrained(): void {
    const ended = [...this.shards.values()].filter(({ closed }) => closed).slice(0, -10);
    for (const { id } of ended) this.shards.delete(id);
  }

  expireIterators(): void {
    this.#iterators.clear();
  }

  trim(shardId: string): void {
    const shard = this.shards.get(shardId)!;
    shard.trimmed = shard.records.length;
  }

  fail(...faults: (StreamFault['kind'] | 'error')[]): void {
    this.#faults.push(...faults);
  }

  async describe(page: { afterId?: string; childrenOf?: string }): Promise<ShardListing | StreamFault> {
    this.calls.describe += 1;
    const fault = this.#nextFault();
    if (fault !== undefined) return fault;
    const listed = [...this.shards.values()]
      .filter(({ id, parentId }) => !this.hidden.has(id) && (page.childrenOf ?? parentId) === parentId)
      .map(({ id, parentId }) => (parentId === undefined ? { id } : { id, parentId }));
    const start = page.afterId === undefined ? 0 : listed.findIndex(({ id }) => id === page.afterId) + 1;
    const shards = listed.slice(start, start + this.pageSize);
    const last = shards.at(-1);
    return start + this.pageSize < listed.length && last !== undefined
      ? { kind: 'shards', shards, lastId: last.id }
      : { kind: 'shards', shards };
  }

  async iterator(shardId: string, position: ShardPosition): Promise<ShardIterator | StreamFault> {
    this.calls.iterator += 1;
    this.beforeIterator?.();
    const fault = this.#nextFault();
    if (fault !== undefined) return fault;
    const shard = this.shards.get(shardId);
    if (shard === undefined) return { kind: 'gone' };
    const index = indexOf(shard, position);
    if (index < shard.trimmed) return { kind: 'trimmed' };
    this.opened.push(shardId);
    return { kind: 'iterator', value: this.#newIterator(shardId, index) };
  }

  async read(iterator: string): Promise<RecordPage | StreamFault> {
    this.calls.read += 1;
    const fault = this.#nextFault();
    if (fault !== undefined) return fault;
    const at = this.#iterators.get(iterator);
    if (at === undefined) return { kind: 'expired' };
    const shard = this.shards.get(at.shardId);
    if (shard === undefined) return { kind: 'gone' };
    if (at.index < shard.trimmed) return { kind: 'trimmed' };
    const from = this.repeatRecords ? Math.max(shard.trimmed, at.index - 1) : at.index;
    const records = shard.records.slice(from, at.index + this.recordsPerPage);
    const end = Math.min(at.index + this.recordsPerPage, shard.records.length);
    const full = records.length >= this.recordsPerPage;
    if (shard.closed && end === shard.records.length) return { kind: 'page', records, full };
    return { kind: 'page', records, full, next: this.#newIterator(at.shardId, end) };
  }

  #newIterator(shardId: string, index: number): string {
    const value = `iterator-${Math.random()}`;
    this.#iterators.set(value, { shardId, index });
    return value;
  }

  #nextFault(): StreamFault | undefined {
    const kind = this.#faults.shift();
    if (kind === 'error') throw new Error('socket hang up');
    return kind === undefined ? undefined : { kind };
  }
}

function indexOf(shard: ScriptedShard, position: ShardPosition): number {
  switch (position.kind) {
    case 'latest':
      return shard.records.length;
    case 'oldest':
      return shard.trimmed;
    case 'after':
      return shard.records.findIndex(({ sequenceNumber }) => sequenceNumber === position.sequenceNumber) + 1;
  }
}
