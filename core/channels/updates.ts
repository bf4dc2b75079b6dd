import * as z from 'zod/mini';
import { type ChannelKind, mayEdit, takesEach } from './kinds.ts';

/**
 * What a channel gets of an alert. `edit`: one post that follows it. `ends`: what begins it, what makes it louder, and
 * its end. `each`: every message.
 *
 * @see contract section 7
 */
export const updateWays = ['edit', 'ends', 'each'] as const;
export const Updates = z.enum(updateWays);
export type Updates = z.infer<typeof Updates>;

/** What a channel gets of alerts: as it was set, else as its kind does. */
export function updatesOf({ kind, updates }: { readonly kind: ChannelKind; readonly updates?: Updates }): Updates {
  if (updates !== undefined) return updates;
  if (takesEach(kind)) return 'each';
  return mayEdit(kind) ? 'edit' : 'ends';
}

/** Why channels of `kind` cannot be set to get `updates` of alerts; `undefined`: they can. */
export function updatesRefusal(kind: ChannelKind, updates: Updates | undefined): string | undefined {
  if (updates === undefined || updates === 'each') return undefined;
  if (takesEach(kind)) return 'channels of this kind get each message';
  return updates === 'edit' && !mayEdit(kind) ? 'channels of this kind cannot change what they posted' : undefined;
}
