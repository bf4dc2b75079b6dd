import type { ChannelDeletionPorts } from '../../../core/directory/delete-channel.ts';
import type { DailyLimitPorts } from '../../../core/directory/daily-limit.ts';
import type { LinkPorts } from '../../../core/directory/links.ts';
import { createFakeDailyCounter } from '../../fakes/daily-counter.ts';
import { createFakeDirectory } from '../../fakes/directory.ts';
import { createFakeGenerators, noBackoff } from '../../fakes/generators.ts';

export const ORGANIZATION = 'org_01AAAAAAAAAAAAAAAAAAAAAAAA';

/** Ports of the directory's use cases over a directory in memory. */
export function createPorts() {
  const directory = createFakeDirectory();
  const generators = createFakeGenerators();
  const ports = {
    ...generators,
    store: directory.store,
    backoff: noBackoff,
    dailyCounter: createFakeDailyCounter(),
    refusalOf: () => undefined,
    publicBaseUrl: 'https://notify.example.com',
    destinationRefusalOf: () => undefined,
    endAlerts: async () => {},
  } satisfies LinkPorts & ChannelDeletionPorts & DailyLimitPorts;
  return { ports, directory, generators };
}

/** The value of a change that was made. */
export function valueOf<T>(outcome: { readonly kind: string; readonly value?: T }): T {
  if (outcome.kind !== 'done') throw new Error(`not done but ${outcome.kind}`);
  return outcome.value!;
}
