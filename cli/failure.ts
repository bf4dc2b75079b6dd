/** Exit statuses of the command. */
export const EXIT = { failure: 1, wrongUse: 64 } as const;

/** Something that a person can put right. The message is one line and says what to do next. */
export class Failure extends Error {
  override readonly name = 'Failure';
  /** What the process exits with. */
  readonly status: number;

  constructor(message: string, status: number = EXIT.failure, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** A command line that cannot be meant. */
export const wrongUse = (message: string): Failure => new Failure(message, EXIT.wrongUse);
