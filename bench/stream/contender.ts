/** A server that streams to readers, and how its channels are written to. */
export interface Contender {
  readonly name: string;
  /** Processes that its work is done by. */
  readonly pids: () => Promise<readonly number[]>;
  readonly port: number;
  /** Path of the stream of channel `n`. */
  readonly path: (channel: number) => string;
  /** Writes messages to channels in one go; settles when the server, or what stands before it, has them. */
  readonly publish: (messages: readonly Message[]) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface Message {
  readonly channel: number;
  /** Found again by the readers. */
  readonly text: string;
}
