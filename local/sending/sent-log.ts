import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Services whose messages leave the laptop on AWS, and are only written down here. */
export type SendingService = 'sns' | 'eventbridge' | 'sms' | 'cognito';

/** Writes what was sent to `sent/<service>.jsonl` in the data folder, one JSON line each: there it can be read back. */
export class SentLog {
  readonly #dir: string;

  constructor(dataDir: string) {
    this.#dir = join(dataDir, 'sent');
    mkdirSync(this.#dir, { recursive: true, mode: 0o700 });
  }

  append(service: SendingService, sent: object): void {
    const line = JSON.stringify({ at: new Date().toISOString(), ...sent });
    appendFileSync(join(this.#dir, `${service}.jsonl`), `${line}\n`, { mode: 0o600 });
  }
}
