import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeFailure } from '../api/api-error.ts';
import { done } from '../api/client.ts';
import type { MessageSummary } from '../api/types.ts';
import { useApi } from '../session/organization.tsx';

const path = '/api/v1/organizations/{organizationId}/messages/{messageId}';

/** Calls at a time: the API takes 50 a second. */
const AT_ONCE = 4;

/** How far the work on a selection is. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  /** What was refused, each reason once. */
  readonly refusals: readonly string[];
}

/** The deliveries of messages that a person may ask for again. A Live Stream is delivered or it is not. */
export function retriesOf(messages: readonly MessageSummary[]) {
  return messages.flatMap(({ id, deliveries }) =>
    deliveries
      .filter(({ kind, state }) => kind !== 'live-stream' && ['failed', 'retrying', 'skipped'].includes(state))
      .map(({ channelId }) => ({ messageId: id, channelId })),
  );
}

/** Works on many messages, a few at a time; one that is refused holds up no other. */
export function useBulk() {
  const { client, organizationId } = useApi();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<Progress>();
  const run = async <T>(items: readonly T[], act: (item: T) => Promise<void>) => {
    const waiting = [...items];
    const refusals = new Set<string>();
    const report = () =>
      setProgress({ done: items.length - waiting.length, total: items.length, refusals: [...refusals] });
    const work = async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
        await act(item).catch((error: unknown) => refusals.add(describeFailure(error).header));
        report();
      }
    };
    report();
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await queries.invalidateQueries();
  };
  return {
    progress,
    retry: (messages: readonly MessageSummary[]) =>
      run(retriesOf(messages), ({ messageId, channelId }) =>
        done(
          client.POST(`${path}/deliveries/{channelId}/retry`, {
            params: { path: { organizationId, messageId, channelId } },
          }),
        ),
      ),
    replay: (messages: readonly MessageSummary[]) =>
      run(messages, ({ id: messageId }) =>
        done(client.POST(`${path}/replay`, { params: { path: { organizationId, messageId } } })),
      ),
  };
}
