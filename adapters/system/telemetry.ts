import { embeddedMetrics } from '../../core/telemetry/embedded-metrics.ts';
import type { Log, Measure } from '../../core/telemetry/telemetry.ts';

/** Where lines go, and the clock that stamps them. */
export interface LineWriter {
  /** Takes whole lines, each with its line break. */
  readonly write: (line: string) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Writes lines of JSON. `timestamp` and `level` are the names that Lambda filters by; it takes a line without a level
 * for INFO.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html
 */
export function createLog({ write, now }: LineWriter): Log {
  return (line) => {
    write(`${JSON.stringify({ timestamp: new Date(now()).toISOString(), ...line }, withoutSecrets)}\n`);
  };
}

/** Writes figures as lines that CloudWatch turns into metrics. */
export function createMeasure(writer: LineWriter, namespace: string): Measure {
  const log = createLog(writer);
  return (figures) => log({ event: 'metrics', ...embeddedMetrics(figures, { namespace, now: writer.now() }) });
}

/** Errors become text. Others wrote the text under `error`, and it may quote an address: only its host is kept. */
function withoutSecrets(key: string, value: unknown): unknown {
  if (value instanceof Error) return hidePaths(textOf(value));
  return key === 'error' && typeof value === 'string' ? hidePaths(value) : value;
}

/** A parser's message quotes what it could not parse. */
function textOf(error: Error): string {
  return error instanceof SyntaxError ? error.name : `${error.name}: ${error.message}`;
}

const ADDRESS = /\b([a-z][a-z\d+.-]*:\/\/)(?:[^\s/?#@]*@)?([^\s/?#"'<>]+)[^\s"'<>]*/gi;

function hidePaths(text: string): string {
  return text.replaceAll(ADDRESS, (address: string, scheme: string, host: string) =>
    address === scheme + host ? address : `${scheme}${host}/…`,
  );
}
