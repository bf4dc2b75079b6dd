/** One receive's view of the groups that have visible messages. */
export type Round = {
  /** The group whose turn it is; undefined when none has anything left. */
  readonly next: () => string | undefined;
  /** The group was handed a message: another one's turn. */
  readonly served: (groupId: string) => void;
  /** The group has nothing visible left. */
  readonly exhausted: (groupId: string) => void;
};

/**
 * Whose message goes out next, so that a group with a backlog or with slow receivers does not starve the others: the
 * group with the fewest messages in flight, and among equals the one served longest ago. All messages without a group
 * share one turn (SQS counts each as a group of its own, which lets a flood of them pass everybody).
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
 */
export class FairTurns {
  readonly #lastServed = new Map<number, Map<string, number>>();
  #turn = 0;

  /** @param inFlight messages in flight per group; a group that is not listed has none. */
  round(queueId: number, groupIds: readonly string[], inFlight: ReadonlyMap<string, number>): Round {
    // Only groups with something to receive are remembered, so the memory is bounded by the backlog's groups.
    const earlier = this.#lastServed.get(queueId);
    const lastServed = new Map(groupIds.map((groupId) => [groupId, earlier?.get(groupId) ?? 0]));
    this.#lastServed.set(queueId, lastServed);
    const load = new Map(groupIds.map((groupId) => [groupId, inFlight.get(groupId) ?? 0]));
    const rank = (groupId: string): [number, number] => [load.get(groupId) ?? 0, lastServed.get(groupId) ?? 0];

    return {
      next: () =>
        load
          .keys()
          .reduce<string | undefined>(
            (best, id) => (precedes(rank(id), best === undefined ? undefined : rank(best)) ? id : best),
            undefined,
          ),
      served: (groupId) => {
        this.#turn += 1;
        lastServed.set(groupId, this.#turn);
        load.set(groupId, (load.get(groupId) ?? 0) + 1);
      },
      exhausted: (groupId) => {
        load.delete(groupId);
      },
    };
  }
}

const precedes = ([load, served]: [number, number], best: [number, number] | undefined): boolean =>
  best === undefined || load < best[0] || (load === best[0] && served < best[1]);
