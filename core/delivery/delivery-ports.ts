import type { OutgoingMessage } from '../channels/outgoing-message.ts';
import type { Settled } from '../channels/outcome.ts';
import type { SeenResponse } from '../channels/seen-response.ts';
import type { Channel } from '../directory/channel.ts';
import type { PostPorts } from './alert-posts.ts';
import type { AskLinkPorts } from './ask-link.ts';
import type { ChannelHealth, HealthStore } from './channel-health.ts';
import type { Attempt, DeliveryState } from './delivery.ts';
import type { DeliveryJob, Enqueue } from './job.ts';
import type { Message } from './message.ts';
import type { Pace } from './gate/pace.ts';
import type { NextAttempt } from './row/plan-retry.ts';
import type { Send } from './send.ts';

/**
 * Whether an attempt may run. `busy`: another copy of the job is making it. `over`: it was made already. `ended`: so was
 * the last one of the delivery.
 */
export type Claim =
  | {
      readonly kind: 'claimed';
      readonly leaseUntil: number;
      /** What earlier attempts settled, where there are several recipients. */
      readonly settled?: Settled;
    }
  | { readonly kind: 'busy'; readonly leaseUntil: number }
  | { readonly kind: 'over' | 'ended' };

/** Whether a delivery was ended without a claim, or why not. */
export type Ending = { readonly kind: 'written' } | Exclude<Claim, { kind: 'claimed' }>;

/** How a claimed attempt ended. */
export interface FinishedAttempt {
  readonly state: DeliveryState;
  readonly attempt: Attempt;
  /** While retrying: when it goes on. */
  readonly next?: NextAttempt;
  /** While retrying: recipients that need no further attempt. */
  readonly settled?: Settled;
  /** What the receiver answered, where that was no success. In no log. */
  readonly response?: SeenResponse;
  /** What was ignored on the way, for operators. */
  readonly notes?: readonly string[];
  /** What the post is changed by later that shows an ask. */
  readonly reference?: string;
}

/** What a job points at, as it stands now. */
export interface DeliveryContext {
  /** Absent when its lifetime is over. */
  readonly message?: Message;
  /** Absent when it was deleted. */
  readonly channel?: Channel;
  /** Whether the webhook still links the channel. A deleted webhook counts as linking: its messages were accepted. */
  readonly linked: boolean;
  /** The people of the channel may answer there. */
  readonly answers?: boolean;
  /** Absent: nothing went wrong at the channel's destination lately. */
  readonly health?: ChannelHealth;
}

/** What an attempt learned about the recipients of its channel, by their ids in its config. */
interface NotedRecipients {
  readonly reached: readonly string[];
  readonly gone: readonly string[];
}

/** Rows of deliveries. A job may have copies; a claim lets one of them through. */
export interface DeliveryRows {
  claim(job: DeliveryJob, lease: { now: number; leaseMs: number }): Promise<Claim>;
  finish(job: DeliveryJob, leaseUntil: number, finished: FinishedAttempt): Promise<void>;
  /** Ends a delivery before an attempt is made, under the rules of a claim. */
  end(
    job: DeliveryJob,
    finished: Pick<FinishedAttempt, 'state' | 'attempt'> & { readonly now: number },
  ): Promise<Ending>;
  /** Writes down who is settled while an attempt is running. Does nothing when its claim is over. */
  keep(job: DeliveryJob, leaseUntil: number, settled: Settled): Promise<void>;
  /**
   * Parks an attempt before it is made, until `at` (epoch milliseconds), under the rules of a claim. `claimed` means
   * that it is parked.
   */
  putOff(job: DeliveryJob, wait: { now: number; at: number }): Promise<Claim>;
}

/** What the gate asks before an attempt begins. */
export interface GatePorts {
  readonly health: Pick<HealthStore, 'open'>;
  readonly paces: {
    /** Takes the next turn of a destination: epoch milliseconds, `now` when it rests. */
    takeTurn(pace: Pace, now: number): Promise<number>;
  };
  readonly hosts: {
    /** Waits a moment for a free place; absent: the host has as many requests from this instance as it may. */
    enter(host: string): Promise<(() => void) | undefined>;
  };
}

/** Where the state of a delivery is kept, and where its next job goes. */
export interface RowPorts {
  readonly deliveries: DeliveryRows;
  readonly jobs: { readonly enqueue: Enqueue };
  readonly deadLetters: { send(job: DeliveryJob): Promise<void> };
}

/** What an attempt does to the world. */
export interface EffectPorts {
  readonly send: Send;
  readonly health: HealthStore;
  /** Switches a channel off, says why in the audit log, and tells the channels that are marked for it. */
  readonly switchOff: (channel: Channel, reason: string) => Promise<void>;
  /** Notes which recipients took a message and forgets those that are gone. Absent: no kind sent from here has them. */
  readonly noteRecipients?: (channel: Channel, noted: NotedRecipients) => Promise<void>;
}

/** What the deliverer needs: the ports of its three parts, and what they share. */
export interface DeliverPorts {
  /** Reads what a job points at, before the gate. */
  readonly context: { read(job: DeliveryJob): Promise<DeliveryContext> };
  readonly gate: GatePorts;
  /** Reads what is to be sent, between the gate and the effects. */
  readonly outgoing: { read(message: Message): Promise<OutgoingMessage> };
  /** What channels are shown of alerts. */
  readonly posts: PostPorts;
  /** Asks that are answered where they are read. */
  readonly answering: AskLinkPorts;
  readonly row: RowPorts;
  readonly effects: EffectPorts;
  readonly log: (event: DeliveryLog) => void;
  readonly now: () => number;
  /** A number in [0, 1). */
  readonly random: () => number;
  /**
   * Does `work` after `ms` milliseconds. The returned function cancels it, or waits for it when it has begun. Work
   * reports its own failures.
   */
  readonly after: (ms: number, work: () => Promise<void>) => () => Promise<void>;
}

/** Log lines, without any secret: one per attempt, and one for each event around it. */
export type DeliveryLog =
  | AttemptLog
  | (DeliveryJob & { readonly event: 'delivery.deferred'; readonly reason: string; readonly until: string })
  | { readonly event: 'breaker.opened'; readonly channelId: string; readonly until: string }
  | {
      readonly event: 'health.unrecorded' | 'recipients.unrecorded';
      readonly channelId: string;
      readonly error: string;
    };

/** One line per attempt. */
interface AttemptLog extends DeliveryJob, Attempt {
  readonly event: 'delivery.attempted';
  readonly kind?: Channel['kind'];
  readonly nextAttemptAt?: string;
}

/** What an installation sets. */
export interface DeliverPolicy {
  /** Seconds before each retry, for channels without a schedule of their own. */
  readonly schedule: readonly number[];
  /** How long a claim holds: longer than the function may run. */
  readonly leaseMs: number;
  /** Whether `jobs` knows a lane for slow destinations. */
  readonly hasSlowLane: boolean;
}
