import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Services that send messages out on AWS. Here, their messages are only written down. */
export type SendingService = 'sns' | 'eventbridge' | 'sms' | 'cognito' | 'states';

/** Writes each message as a line of JSON to `sent/<service>.jsonl` in the data folder, where it can be read back. */
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
