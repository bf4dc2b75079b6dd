import { hashSecret } from '../../../core/directory/secret-hash.ts';

/** A primary key of the Counters table. */
export type CounterKey = Readonly<{ pk: string }>;

const key = (...parts: readonly (string | number)[]): CounterKey => ({ pk: parts.join('#') });

/**
 * Where everything is in the Counters table. Personal data and input from outside are hashed: keys show up in insights
 * and logs, and a `#` in one would address another item.
 */
export const counterKeys = {
  /** Accepted sends of a month, such as `2026-11`, with the limit of the plan. */
  quota: (organizationId: string, month: string) => key('QUOTA', organizationId, month),
  /** The usage of a month, or of a span that starts at an epoch millisecond. */
  usage: (organizationId: string, monthOrStart: string | number) => key('USAGE', organizationId, monthOrStart),
  /** What is known about a channel's health. */
  health: (channelId: string) => key('HEALTH', channelId),
  /** Turns of a destination. */
  pace: (destination: string) => key('PACE', destination),
  /** Which send took an id first. */
  duplicate: (webhookId: string, id: string) => key('DUPLICATE', webhookId, hashSecret(id)),
  /** The channels that forwarded copies of a message have gone to. */
  fanOut: (organizationId: string, originId: string) => key('ORIGIN', organizationId, originId),
  /** What an actor made in a day. */
  daily: (actorAndDay: string) => key('DAILY', actorAndDay),
  /** How far a reconciling sweep got. */
  reconciled: (sweep: string) => key('RECONCILED', sweep),
  /** Open streams of a channel or of a client. */
  slots: (owner: string) => key('SLOTS', hashSecret(owner)),
  /** The last sign of life of a task of the Live Stream service. */
  task: (name: string) => key('SLOTS', 'TASK', name),
} satisfies Record<string, (...parts: never[]) => CounterKey>;
