/** What kinds show of an ask, with its own message and with the one that tells of its end. */
export interface AskShown {
  /** `ask_` + ULID: what the router names itself is named by it. */
  readonly id: string;
  /** The page on which the people of the channel answer: a secret. Absent: the ask is over, or not answered here. */
  readonly url?: string;
  /** Options that a button alone may choose; none: people answer on the page. */
  readonly buttons: readonly AskButton[];
  /** A press decides only if it is an approver's. */
  readonly isForApprovers?: true;
  /** Where the vendor is to send presses, and what it is to show with them; absent: the channel takes none. */
  readonly presses?: { readonly url: string; readonly secret: string };
}

/** A button that chooses an option. */
interface AskButton {
  readonly id: string;
  readonly label: string;
  readonly style?: 'primary' | 'danger';
  /** What the vendor tells of a press: a secret of the channel, 64 letters, digits, `_` and `-`. */
  readonly token: string;
}
