import type { PressButton, PressButtons } from './press-buttons.ts';

/** What kinds show of an ask, with its own message and with the one that tells of its end. */
export interface AskShown extends PressButtons {
  /** `ask_` + ULID: what the router names itself is named by it. */
  readonly id: string;
  /** The page on which the people of the channel answer: a secret. Absent: the ask is over, or not answered here. */
  readonly url?: string;
  /** Options that a button alone may choose; none: people answer on the page. */
  readonly buttons: readonly AskButton[];
}

/** A button that chooses an option. */
interface AskButton extends PressButton {
  readonly id: string;
}
