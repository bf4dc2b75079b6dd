import { useEffect, useState } from 'react';
import { bodyOf } from '../api/client.ts';
import { useApi } from '../session/organization.tsx';
import { parseFilter } from './parse-filter.ts';

/** What the API said about one message. */
export interface Evaluation {
  readonly matched: boolean;
  readonly explanation: string;
}

interface Evaluations {
  /** Which filter and messages this is about. */
  readonly about: string;
  readonly results: ReadonlyMap<string, Evaluation>;
  readonly error: unknown;
}

/** Calls at a time: the API takes 50 a second, and a person waits for the first lines, not for the last. */
const AT_ONCE = 6;

/**
 * Tries a filter on messages, one by one, and starts anew when either changes.
 *
 * @param filterText the filter as JSON, which is the same text as long as it is the same filter; empty: none yet
 * @param messageIds separated by blanks, for the same reason
 */
export function useEvaluations(filterText: string, messageIds: string): Evaluations {
  const { client, organizationId } = useApi();
  const about = `${filterText} ${messageIds}`;
  const [state, setState] = useState<Evaluations>();

  useEffect(() => {
    const parsed = parseFilter(filterText);
    if (filterText === '' || messageIds === '' || parsed.kind === 'wrong') return undefined;
    const { filter } = parsed;
    const stop = new AbortController();
    const waiting = messageIds.split(' ');
    const found = new Map<string, Evaluation>();
    const report = (error: unknown) => {
      if (!stop.signal.aborted) setState({ about: `${filterText} ${messageIds}`, results: new Map(found), error });
    };
    const evaluate = (messageId: string) =>
      bodyOf(
        client.POST('/api/v1/organizations/{organizationId}/filters/evaluate', {
          params: { path: { organizationId } },
          body: { filter, messageId },
          signal: stop.signal,
        }),
      );
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined && !stop.signal.aborted; id = waiting.shift()) {
        found.set(id, await evaluate(id));
        report(null);
      }
    };
    Promise.all(Array.from({ length: AT_ONCE }, work)).catch((error: unknown) => {
      report(error);
      stop.abort();
    });
    return () => stop.abort();
  }, [client, organizationId, filterText, messageIds]);

  // What was found for another filter says nothing about this one.
  return state?.about === about ? state : { about, results: new Map(), error: null };
}
