import { Failure } from '../failure.ts';
import type { Asked } from '../router/asks.ts';

/** An ask of this process. Its `answerUrl` is secret and never leaves it. */
export interface KeptAsk extends Asked {
  readonly options: readonly { readonly id: string; readonly label: string }[];
  /** Where the dashboard shows it. */
  readonly page: string;
}

/** More than one agent asks in one session. */
const MOST = 100;

/** The newest asks of this process, by their ids: agents know no more of them. */
export class OpenAsks {
  private readonly asks = new Map<string, KeptAsk>();

  keep(ask: KeptAsk): void {
    this.asks.set(ask.askId, ask);
    const [oldest] = this.asks.keys();
    if (this.asks.size > MOST && oldest !== undefined) this.asks.delete(oldest);
  }

  /** @throws Failure when this process has not asked it */
  read(askId: string): KeptAsk {
    const ask = this.asks.get(askId);
    if (ask !== undefined) return ask;
    throw new Failure(
      'this server knows no such ask: check the askId. After a restart it has forgotten what it asked: ask again, or look at the dashboard',
    );
  }
}
