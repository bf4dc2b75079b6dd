/** A group that has visible messages, and since when the first of them is visible (epoch milliseconds). */
interface WaitingGroup {
  readonly groupId: string;
  readonly visibleAt: number;
}

/** What a queue looks like to one receive. */
interface QueueLook {
  readonly queueId: number;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly waiting: readonly WaitingGroup[];
  /** Messages in flight per group; a group that is not listed has none. */
  readonly inFlight: ReadonlyMap<string, number>;
}

/** One receive's view of the groups that have visible messages. */
interface Round {
  /** The group whose turn it is; undefined when none has anything left. */
  readonly next: () => string | undefined;
  /** The group's first message was looked at, and maybe handed out; absent `visibleAt`: it has nothing more. */
  readonly taken: (groupId: string, result: { handedOut: boolean; visibleAt: number | undefined }) => void;
}

/** In what share of a queue's messages in flight, or of its processing time, a group is a noisy neighbour. */
const NOISY_SHARE = 0.1;
/** With fewer in flight the share of messages does not count. */
const NOISY_IN_FLIGHT = 30;
/** Less time than this is not judged. AWS names no such bound; without one, the first group would count as noisy. */
const NOISY_MS = 1_000;
/** AWS counts "recent" processing time and does not say how recent. Here older time fades, to a third in a minute. */
const RECENT_MS = 60_000;
/** SQS takes each message without a group for a tenant of its own, which is never noisy. */
const NO_GROUP = '';

/** How long messages of a queue were with receivers lately, in message milliseconds. */
interface ProcessingTime {
  readonly at: number;
  /** As it was when the round was over. */
  readonly inFlight: ReadonlyMap<string, number>;
  readonly total: number;
  readonly ofGroup: ReadonlyMap<string, number>;
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, number) => total + number, 0);
}

/** Adds the time since the last look for as many messages as were in flight then and are now: the rest was quick. */
function measure(
  before: ProcessingTime = { at: 0, inFlight: new Map(), total: 0, ofGroup: new Map() },
  { now, waiting, inFlight }: QueueLook,
): Omit<ProcessingTime, 'inFlight'> {
  const elapsed = Math.max(0, now - before.at);
  const fade = Math.exp(-elapsed / RECENT_MS);
  const added = (groupId: string): number =>
    Math.min(before.inFlight.get(groupId) ?? 0, inFlight.get(groupId) ?? 0) * elapsed;
  // A group whose backlog is worked off is a noisy neighbour no more, so it is forgotten.
  const ofGroup = waiting.map(({ groupId }): [string, number] => [
    groupId,
    (before.ofGroup.get(groupId) ?? 0) * fade + added(groupId),
  ]);
  const total = before.total * fade + sum(inFlight.keys().map(added));
  return { at: now, total, ofGroup: new Map(ofGroup) };
}

/**
 * Whose message goes out next, by the rules that AWS documents and no fairer. A group is noisy with more than 10 % of the
 * messages in flight and at least 30 of its own, or with more than 10 % of the processing time. Quiet groups go first, in
 * order of arrival; then noisy ones, the one with the fewest in flight first.
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues-detailed.html
 */
export interface FairTurns {
  round(look: QueueLook): Round;
}

/** At first, no group of any queue is noisy. */
export function createFairTurns(): FairTurns {
  const lately = new Map<number, ProcessingTime>();

  return {
    round(look) {
      const load = new Map(look.inFlight);
      const processing = { ...measure(lately.get(look.queueId), look), inFlight: load };
      lately.set(look.queueId, processing);
      let inFlight = sum(load.values());
      const waiting = new Map(look.waiting.map(({ groupId, visibleAt }) => [groupId, visibleAt]));

      const isNoisy = (groupId: string): boolean => {
        if (groupId === NO_GROUP) return false;
        const own = load.get(groupId) ?? 0;
        const time = processing.ofGroup.get(groupId) ?? 0;
        const hasManyInFlight = own >= NOISY_IN_FLIGHT && own > NOISY_SHARE * inFlight;
        return hasManyInFlight || (time >= NOISY_MS && time > NOISY_SHARE * processing.total);
      };
      /** The smallest rank goes first: quiet ones by age, noisy ones by what they have in flight and then by age. */
      const rankOf = (groupId: string, visibleAt: number): Rank =>
        isNoisy(groupId) ? [1, load.get(groupId) ?? 0, visibleAt] : [0, 0, visibleAt];

      return {
        next: () => {
          let first: { readonly groupId: string; readonly rank: Rank } | undefined;
          for (const [groupId, visibleAt] of waiting) {
            const rank = rankOf(groupId, visibleAt);
            if (first === undefined || precedes(rank, first.rank)) first = { groupId, rank };
          }
          return first?.groupId;
        },
        taken: (groupId, { handedOut, visibleAt }) => {
          if (visibleAt === undefined) waiting.delete(groupId);
          else waiting.set(groupId, visibleAt);
          if (!handedOut) return;
          load.set(groupId, (load.get(groupId) ?? 0) + 1);
          inFlight += 1;
        },
      };
    },
  };
}

type Rank = readonly [noisy: number, load: number, visibleAt: number];

function precedes(rank: Rank, other: Rank): boolean {
  const [noisy, load, visibleAt] = rank;
  const [otherNoisy, otherLoad, otherVisibleAt] = other;
  if (noisy !== otherNoisy) return noisy < otherNoisy;
  return load === otherLoad ? visibleAt < otherVisibleAt : load < otherLoad;
}
