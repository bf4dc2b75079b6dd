type LogLevel = 'info' | 'warn' | 'error';

/**
 * Writes one structured line. Fields never hold a stream ID or a URL: the stream ID is the secret (specification 4.2).
 */
export type Log = (level: LogLevel, event: string, fields?: Readonly<Record<string, unknown>>) => void;

/** Writes JSON lines through `write`, which is given whole lines. */
export function createLog(write: (line: string) => void): Log {
  return (level, event, fields) => {
    write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields }, errorAsText)}\n`);
  };
}

function errorAsText(_key: string, value: unknown): unknown {
  return value instanceof Error ? `${value.name}: ${value.message}` : value;
}
