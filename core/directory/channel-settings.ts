import type { Updates } from '../channels/updates.ts';
import type { Channel } from './channel.ts';

/** What operators may set on a channel of any kind, beside its name, switch and config. */
export type ChannelSettings = Pick<Channel, 'retrySchedule' | 'notifyOnProblems' | 'updates'>;

/** A change of them; `null` goes back to the router's own schedule. */
export interface SettingsPatch {
  readonly retrySchedule?: readonly number[] | null | undefined;
  readonly notifyOnProblems?: boolean | undefined;
  readonly updates?: Updates | undefined;
}

/** The settings of `before` with what `patch` names changed. */
export function settingsAfter(before: ChannelSettings, patch: SettingsPatch): ChannelSettings {
  const schedule = patch.retrySchedule === undefined ? before.retrySchedule : patch.retrySchedule;
  const notifies = patch.notifyOnProblems ?? before.notifyOnProblems ?? false;
  const updates = patch.updates ?? before.updates;
  return {
    ...(updates === undefined ? {} : { updates }),
    ...(schedule === undefined || schedule === null ? {} : { retrySchedule: [...schedule] }),
    ...(notifies ? { notifyOnProblems: true } : {}),
  };
}
