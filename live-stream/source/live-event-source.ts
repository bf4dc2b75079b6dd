/** Takes rows of the LiveEvents table as they are inserted, in stream order. */
export type RowSink = (row: unknown) => void;

/** Where live events come from: every task reads all of them (fan-out, not work sharing). */
export interface LiveEventSource {
  /**
   * Starts reading. Once it resolves, each row inserted from now on reaches `sink`, at least once, rows of one channel
   * in the order of their writes.
   *
   * @throws when the stream cannot be read; then nothing runs and it may be called again.
   */
  start(sink: RowSink): Promise<void>;
  /** Stops reading: the sink is not called again. May be followed by another `start`. */
  stop(): void;
}
