import { constants } from 'node:os';
import process from 'node:process';

/** Ends this process by a signal, so that whoever waits for it sees one. Signals that Node keeps for itself need the status. */
export function endBySignal(signal: NodeJS.Signals): void {
  process.exitCode = 128 + constants.signals[signal];
  process.kill(process.pid, signal);
}
