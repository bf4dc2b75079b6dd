/** What API keys of webhooks start with; 64 hexadecimal characters follow (specification 5, rule 3). */
export const API_KEY_PREFIX = 'nrk_';

/** What management tokens start with; 64 hexadecimal characters follow. */
export const MANAGEMENT_TOKEN_PREFIX = 'nrm_';

/** What the tokens of invitations start with; 64 hexadecimal characters follow. */
export const INVITATION_TOKEN_PREFIX = 'nri_';

/** The part of a key or token that is kept and shown later: its first 12 characters, 32 bits of the secret. */
export function shownPrefixOf(secret: string): string {
  return secret.slice(0, 12);
}
