import type { Page, PageRequest } from '../directory/page.ts';
import type { Ask, AskEnd, AskStatus } from './ask.ts';

/** What came of ending an ask. `refused`: it had ended, or its time was not right for this end. */
export interface EndResult {
  readonly kind: 'ended' | 'refused';
  readonly ask: Ask;
}

/** Asks by their ids, for whoever reads one or ends it. */
export interface AskEnds {
  read(askId: string): Promise<Ask | undefined>;
  /** Ends an ask if `mayEnd` says so, and marks it due, in one conditional write; `undefined`: there is none. */
  end(askId: string, end: AskEnd): Promise<EndResult | undefined>;
}

/** Where senders put new asks. */
export interface AskOpener {
  /** Stores an ask unless there is one of its id. @returns the one that is there then */
  open(ask: Ask): Promise<Ask>;
  read(askId: string): Promise<Ask | undefined>;
}

/** Which asks to list. */
interface AskQuery {
  readonly organizationId: string;
  readonly page: PageRequest;
  /** As it is at `now`. */
  readonly status?: AskStatus | undefined;
  readonly now: number;
}

/** Asks as operators find them. */
export interface AskList {
  /** Newest first. The work of one call is bounded: a page may be short. */
  list(query: AskQuery): Promise<Page<Ask>>;
}

/** Asks that time or a crash leaves to somebody. */
export interface AskTimers {
  /** Asks that are due until then, epoch milliseconds. */
  due(until: number): AsyncIterable<Pick<Ask, 'id' | 'organizationId'> & { readonly dueAt: number }>;
  /** Takes the mark away, and the token of its task: its end is told. */
  clear(ask: Ask): Promise<void>;
}

/** How an ask stands at a moment: one whose time is over counts as expired, whether or not anybody wrote it down. */
export function statusAt({ status, endsAt }: Pick<Ask, 'status' | 'endsAt'>, now: number): AskStatus {
  return status === 'pending' && endsAt <= now ? 'expired' : status;
}
