import type { AlertView } from './alert-view.ts';
import type { AskShown } from './ask-shown.ts';

/** A button under a post. */
export interface PressButton {
  readonly label: string;
  readonly style?: 'primary' | 'danger';
  /** What a press of it tells: a secret of the channel, 64 letters, digits, `_` and `-`. */
  readonly token: string;
}

/** Where presses go. */
export interface PressAddress {
  readonly url: string;
  /** What the vendor shows with them, where the router tells it what. */
  readonly secret: string;
}

/** What people may press under a post. */
export interface PressButtons {
  readonly buttons: readonly PressButton[];
  /** Absent: the channel takes no presses. */
  readonly presses?: PressAddress;
  /** A press decides only if it is an approver's. */
  readonly isForApprovers?: true;
}

/** The buttons of what is shown: an ask is no part of an alert. */
export function pressButtonsOf(shown: { readonly ask?: AskShown; readonly alert?: AlertView }): PressButtons {
  return shown.ask ?? shown.alert?.pressed ?? { buttons: [] };
}
