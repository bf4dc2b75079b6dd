import * as z from 'zod/mini';
import { PRESS_PURPOSE, PressKind } from '../../../core/channels/press.ts';
import { askKey } from './ask-rows.ts';

/**
 * What presses in a channel are checked by, in the table of the asks: what serves callbacks reaches no other. Sealed with
 * a key of its own, which opens for this purpose alone.
 */
export const PressCheckRow = z.object({
  /** The organisation. Not under its usual name: the list of asks is an index over that. */
  owner: z.string(),
  kind: PressKind,
  /** The data key, encrypted by KMS, in base64. */
  dataKey: z.string(),
  sealed: z.string(),
});
export type PressCheckRow = z.infer<typeof PressCheckRow>;

/** Key of the row of a channel. No ask is called so. */
export function pressCheckKey(channelId: string) {
  return askKey(`CHANNEL#${channelId}`);
}

/** The encryption context of the data key. */
export function pressKeyOwner(organizationId: string) {
  return { organizationId, purpose: PRESS_PURPOSE } as const;
}

/** Where the secret is sealed: it opens for no other channel. */
export function pressPlace(organizationId: string, channelId: string): string {
  return `${organizationId}/${channelId}/${PRESS_PURPOSE}`;
}
