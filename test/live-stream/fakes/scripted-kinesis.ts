import type {
  Consumer,
  KinesisApi,
  KinesisFault,
  KinesisPage,
  KinesisShard,
  KinesisSubscription,
  SubscriptionTarget,
} from '../../../adapters/aws/live/kinesis-api.ts';
import { until } from './scaled-clock.ts';

interface ScriptedShard extends KinesisShard {
  readonly rows: { readonly row: unknown; readonly at: number }[];
  children: readonly KinesisShard[] | undefined;
}

/** A Kinesis data stream as AWS describes it, with everything that goes wrong there at the call of a method. */
export class ScriptedKinesis implements KinesisApi {
  readonly #shards = new Map<string, ScriptedShard>();
  readonly registered = new Map<string, Consumer>();
  readonly subscribed: { readonly shardId: string; readonly kind: string }[] = [];
  /** Subscriptions that run; each is over when its number is no longer in here. */
  readonly #running = new Set<number>();
  #faults: (KinesisFault['kind'] | 'error')[] = [];
  #count = 0;
  /** How many rows each page repeats of the page before it. */
  repeat = 0;

  addShard(parentIds: readonly string[] = []): string {
    const id = `shardId-${String(this.#shards.size).padStart(12, '0')}`;
    this.#shards.set(id, { id, parentIds, rows: [], children: undefined });
    return id;
  }

  put(shardId: string, row: unknown, at = Date.now()): void {
    this.#shards.get(shardId)!.rows.push({ row, at });
  }

  split(shardId: string): [string, string] {
    const ids: [string, string] = [this.addShard([shardId]), this.addShard([shardId])];
    this.#shards.get(shardId)!.children = ids.map((id) => ({ id, parentIds: [shardId] }));
    return ids;
  }

  merge(one: string, two: string): string {
    const id = this.addShard([one, two]);
    for (const parent of [one, two]) this.#shards.get(parent)!.children = [{ id, parentIds: [one, two] }];
    return id;
  }

  /** As after five minutes. */
  endSubscriptions(): void {
    this.#running.clear();
  }

  fail(...faults: (KinesisFault['kind'] | 'error')[]): void {
    this.#faults.push(...faults);
  }

  async shards(): Promise<readonly KinesisShard[]> {
    return [...this.#shards.values()].filter(({ children }) => children === undefined);
  }

  async register(name: string): Promise<Consumer> {
    const consumer = { name, arn: `arn:${name}`, createdAt: Date.now() };
    this.registered.set(name, consumer);
    return consumer;
  }

  async consumers(): Promise<readonly Consumer[]> {
    return [...this.registered.values()];
  }

  async deregister({ name }: Consumer): Promise<void> {
    this.registered.delete(name);
  }

  async subscribe({ shardId, position, signal }: SubscriptionTarget): Promise<KinesisSubscription | KinesisFault> {
    const fault = this.#faults.shift();
    if (fault === 'error') throw new Error('socket hang up');
    if (fault !== undefined) return { kind: fault };
    const shard = this.#shards.get(shardId)!;
    this.subscribed.push({ shardId, kind: position.kind });
    const start =
      position.kind === 'after'
        ? Number(position.sequenceNumber)
        : shard.rows.filter(({ at }) => position.kind === 'time' && at < position.at).length;
    this.#count += 1;
    this.#running.add(this.#count);
    return { kind: 'subscription', pages: this.#pages(shard, { start, number: this.#count, signal }) };
  }

  async *#pages(
    shard: ScriptedShard,
    { start, number, signal }: { start: number; number: number; signal: AbortSignal },
  ): AsyncGenerator<KinesisPage> {
    for (let sent = start; ;) {
      const over = (): boolean => !this.#running.has(number) || signal.aborted;
      await until(() => over() || shard.rows.length > sent || shard.children !== undefined, 60_000);
      if (over()) return;
      const rows = shard.rows.slice(Math.max(0, sent - this.repeat), sent + 3).map(({ row }) => row);
      sent = Math.min(sent + 3, shard.rows.length);
      if (sent === shard.rows.length && shard.children !== undefined) return yield { rows, children: shard.children };
      yield { rows, children: [], continueAfter: String(sent) };
    }
  }
}
