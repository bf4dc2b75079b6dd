import type { Alert } from '../alert/alert.ts';
import type { Message } from './message.ts';

/** A message of an alert. */
export type AlertMessage = Message & { readonly alert: NonNullable<Message['alert']> };

/** A post that another one took the place of. */
export interface OlderPost {
  readonly id: string;
  readonly reference: string;
  /** The alert that it shows; absent: the same as the newer post. */
  readonly alertId?: string;
}

/** What a channel is shown of an alert. Absent: nothing yet. */
export interface ShownPost {
  /** The turn that it was told of last. */
  readonly turn: number;
  /** The state that it shows, by `Alert.sequence`. */
  readonly version: number;
  /** Tells what is shown from anything else that could be; absent: it is not known for certain. */
  readonly digest?: string;
  /** How often it was posted. */
  readonly posts: number;
  /** What the newest post is changed by; absent: it cannot be. */
  readonly reference?: string;
  /** The post before it, which does not say yet that it is continued. */
  readonly older?: OlderPost;
  /** The newest post says that it is continued in one of the next alert. */
  readonly isContinued?: true;
}

/** Who brings a channel to the state of an alert, and what became of that. */
export interface PostRow {
  readonly shown?: ShownPost;
  /** The message whose delivery showed that. */
  readonly shownBy?: string;
  /** The post that somebody has begun to make: its number, and the oldest state that it may show. */
  readonly begun?: { readonly posts: number; readonly version: number };
  /** The message whose delivery is at it, and until when it has the channel for itself, epoch milliseconds. */
  readonly holder?: { readonly messageId: string; readonly until: number };
  /** No attempt will follow for what it does not show. */
  readonly hasFailed?: true;
}

export interface PostPlace {
  readonly alertId: string;
  readonly channelId: string;
}

/** Who wants to bring a channel to the state of an alert. */
interface Holding extends PostPlace {
  readonly messageId: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly until: number;
  /** The version that the channel showed when it was read; absent: nothing. */
  readonly seen?: number;
  /** Of a post that is about to be made for the first time. */
  readonly begun?: PostRow['begun'];
}

/** Where an alert stands, and what a channel shows of it. */
export interface AlertStanding {
  /** Absent: it is not known any more. */
  readonly alert?: Alert;
  /** No other alert of its key followed. */
  readonly isNewest: boolean;
  readonly row: PostRow;
}

/** Where alerts stand, and what channels are shown of them. Reads are strongly consistent. */
export interface PostPorts {
  /** The alert that the message is part of, and what the channel shows of it. */
  read(message: AlertMessage, channelId: string): Promise<AlertStanding>;
  /** An alert that another one of its key followed, and what the channel shows of it. */
  readPrevious(next: Alert, channelId: string): Promise<{ readonly alert?: Alert; readonly row: PostRow }>;
  readMessage(organizationId: string, messageId: string): Promise<Message | undefined>;
  /**
   * Takes the channel for this alert, unless somebody else has it or has changed what it shows. Whoever has it may take
   * it again.
   */
  hold(holding: Holding): Promise<boolean>;
  /** Writes down what the channel shows now, and gives it back. Does nothing once somebody else has it. */
  settle(at: PostPlace & { readonly messageId: string }, shown: ShownPost): Promise<void>;
  /** Gives the channel back. `hasFailed`: what it does not show, it will not show by this delivery. */
  release(at: PostPlace & { readonly messageId: string }, hasFailed: boolean): Promise<void>;
  /** Writes down that the last post of an alert shows its end, and that it goes on in the next alert. */
  close(at: PostPlace, shown: ShownPost): Promise<void>;
}
