import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';

/** Kinds whose posts have buttons. */
export const PressKind = z.enum(['slack', 'telegram', 'ntfy']);
export type PressKind = z.infer<typeof PressKind>;

/** What keys are for that guard what presses are checked by: whoever may open these opens no other secret. */
export const PRESS_PURPOSE = 'presses';

/** A request to the address that vendors send presses to. */
export interface Callback {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** As it came: signatures are over these bytes. */
  readonly body: Uint8Array;
  /** When it came, epoch milliseconds. */
  readonly now: number;
}

/** Somebody at a vendor, by its id. Both are empty where nobody knows. */
export interface PressUser {
  readonly id: string;
  readonly name: string;
}

export const NOBODY: PressUser = { id: '', name: '' };

/** A press of a button, as its vendor tells it. */
export interface Press {
  /** What the button was made with. */
  readonly token: string;
  /** Who pressed it. */
  readonly user: PressUser;
  /** The vendor's name of the press, where the answer to it may say something. */
  readonly callbackId?: string;
}

/** `unsigned`: it does not come from the vendor, or came too late. `other`: it does, and tells of no button. */
export type ReadPress = Press | 'unsigned' | 'other';

/** Whether two secrets are the same, in a time that tells nothing of where they differ. */
export function isSameSecret(one: string, other: string): boolean {
  const [given, expected] = [Buffer.from(one), Buffer.from(other)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
