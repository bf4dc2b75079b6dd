import type { MetricValues } from './embedded-metrics.ts';

/** `WARN`: it went on, but somebody may want to know. `ERROR`: something was not done. */
type Level = 'INFO' | 'WARN' | 'ERROR';

/**
 * One thing that happened. Fields hold ids, counts and outcomes; never a secret, a header set, a payload, or a path with
 * a public id. `messageId` is the id by which a notification is followed from its send to each attempt and event.
 */
export interface Line {
  /** `<part>.<what happened>`. */
  readonly event: string;
  /** @default INFO */
  readonly level?: Level;
  readonly [field: string]: unknown;
}

/** Tells the operators what happened. */
export type Log = (line: Line) => void;

/** Tells the operators how much, how often, how long. */
export type Measure = (figures: MetricValues) => void;

/** Everything that a process tells its operators. */
export interface Telemetry {
  readonly log: Log;
  readonly measure: Measure;
}
