import { createHmac } from 'node:crypto';
import { isSameSecret } from '../channels/press.ts';
import { idOf, ulidOf } from '../message/ids.ts';
import { ULID_PATTERN } from '../message/ulid.ts';
import type { Ask } from './ask.ts';

type Seeded = Pick<Ask, 'id' | 'seed'>;

/** 132 bits: as much as an address can bear that people may have to read in a text message. */
const PAGE_PROOF_CHARACTERS = 22;

const PAGE_TOKEN = new RegExp(`^(${ULID_PATTERN})(${ULID_PATTERN})([A-Za-z0-9_-]{${PAGE_PROOF_CHARACTERS}})$`);

/** What an ask's secret makes for one purpose. */
export function derived(seed: string, purpose: string): string {
  return createHmac('sha256', seed).update(purpose).digest('base64url');
}

/** What the last segment of the sender's address of an ask is: who knows it may wait for the answer, and cancel. */
export function senderSecretOf({ seed }: Seeded): string {
  return derived(seed, 'sender');
}

/** Whether this is the sender's secret of the ask. */
export function isSenderSecret(ask: Seeded, given: string): boolean {
  return isSameSecret(given, senderSecretOf(ask));
}

/** What names the page on which the people of one channel answer an ask. */
export function pageTokenOf({ id, seed }: Seeded, channelId: string): string {
  const proof = derived(seed, `page ${channelId}`).slice(0, PAGE_PROOF_CHARACTERS);
  return `${ulidOf(id)}${ulidOf(channelId)}${proof}`;
}

/** The ask and the channel that a token says it is for; `undefined` when it has no such shape. Proves nothing yet. */
export function readPageToken(token: string): { readonly askId: string; readonly channelId: string } | undefined {
  const [, ask, channel] = PAGE_TOKEN.exec(token) ?? [];
  if (ask === undefined || channel === undefined) return undefined;
  return { askId: idOf('ask', ask), channelId: idOf('channel', channel) };
}

/** Whether `token` is the ask's token for this channel. */
export function isPageToken(ask: Seeded, { token, channelId }: { readonly token: string; readonly channelId: string }) {
  return isSameSecret(token, pageTokenOf(ask, channelId));
}

/** Where the sender of an ask waits for its answer. */
export function answerUrlOf(publicBaseUrl: string, ask: Seeded): string {
  return `${publicBaseUrl}/a/${ask.id}/${senderSecretOf(ask)}`;
}

/** The page on which the people of a channel answer. */
export function pageUrlOf(publicBaseUrl: string, ask: Seeded, channelId: string): string {
  return `${publicBaseUrl}/a/${pageTokenOf(ask, channelId)}`;
}

/** Where vendors send presses of buttons on the posts of a channel. */
export function pressUrlOf(publicBaseUrl: string, channelId: string): string {
  return `${publicBaseUrl}/c/${channelId}`;
}
