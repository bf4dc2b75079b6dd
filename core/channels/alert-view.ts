import type { AlertActor } from '../message/alert-mark.ts';
import type { PressButtons } from './press-buttons.ts';

/** What kinds show of an alert beside a message of it. Times are epoch milliseconds. */
export interface AlertView {
  /** `al_` + ULID: another one in every episode. */
  readonly id: string;
  readonly status: 'firing' | 'acknowledged' | 'resolved';
  /** Firing messages so far. */
  readonly count: number;
  readonly firstAt: number;
  readonly acknowledged?: { readonly by: AlertActor; readonly until?: number };
  readonly resolved?: { readonly at: number; readonly by: AlertActor };
  /** What the people of the channel may press in its post; absent: nothing. */
  readonly pressed?: PressButtons;
}

/**
 * A post that shows an alert or an ask in a channel. What a request says of it depends on nothing else, so a repetition of the
 * same version is the same request.
 */
export interface Post {
  /**
   * 1 to 64 letters, digits, `_` and `-`: the same on every attempt to make the post and on every change of it, and
   * another one for each post but the one that is made because it was lost. What the router names itself is named by it.
   */
  readonly id: string;
  /** Of the state that it is to show; a larger one is newer. */
  readonly version: number;
  /** What `Delivered.reference` said of it; absent: it is to be made. */
  readonly reference?: string;
  /** A newer post of the alert has taken its place, and it says no more than that. */
  readonly continued?: true;
}
