import * as z from 'zod/mini';
import { type ChannelKind, takesEach } from './kinds.ts';

/**
 * What a channel gets of an alert. `ends`: what begins it, what makes it louder, and its end. `each`: every message.
 *
 * @see contract section 7
 */
export const updateWays = ['ends', 'each'] as const;
export const Updates = z.enum(updateWays);
export type Updates = z.infer<typeof Updates>;

/** What a channel gets of alerts: as it was set, else as its kind does. */
export function updatesOf({ kind, updates }: { readonly kind: ChannelKind; readonly updates?: Updates }): Updates {
  return updates ?? (takesEach(kind) ? 'each' : 'ends');
}

/** Whether channels of `kind` can be set to get `updates` of alerts. */
export function mayUpdate(kind: ChannelKind, updates: Updates | undefined): boolean {
  return updates === undefined || updates === 'each' || !takesEach(kind);
}
