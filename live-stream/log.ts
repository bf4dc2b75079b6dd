import { createLog as createLineLog, type LineWriter } from '../adapters/system/telemetry.ts';
import type { Level } from '../core/telemetry/telemetry.ts';

type LogLevel = Lowercase<Level>;

/**
 * Writes one structured line. Fields never hold a stream ID or a URL: the stream ID is the secret (specification 4.2).
 */
export type Log = (level: LogLevel, event: string, fields?: Readonly<Record<string, unknown>>) => void;

const LEVELS = { info: 'INFO', warn: 'WARN', error: 'ERROR' } as const;

/** Writes JSON lines through `write`, which is given whole lines. */
export function createLog(write: LineWriter['write']): Log {
  const log = createLineLog({ write, now: Date.now });
  return (level, event, fields) => log({ level: LEVELS[level], event, ...fields });
}
