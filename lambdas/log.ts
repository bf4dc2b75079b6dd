/** Writes one structured line. Callers pass ids, counts and outcomes; never a secret, a header set or a payload. */
export function log(line: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`);
}
