import { mapSecrets, maskSecret } from './config-secrets.ts';

/** Shorter texts are no secrets, and hiding them would make holes in ordinary words. */
const MIN_SECRET_CHARACTERS = 6;
/** Shorter parts of an address, such as `services`, are names that every address of the vendor has. */
const MIN_PART_CHARACTERS = 12;

/**
 * Gives what masks every secret of a config in a text: vendors like to repeat the address or the token that they
 * refuse. The long parts of a secret address, of its path and of its query, are secrets by themselves.
 *
 * @param secrets paths as a kind lists them, such as `secret` or `headers.*`
 */
export function secretHider(
  config: Readonly<Record<string, unknown>>,
  secrets: readonly string[],
): (text: string) => string {
  const hidden = secretTexts(config, secrets);
  return (text) => hidden.reduce((shown, secret) => shown.replaceAll(secret, maskSecret(secret)), text);
}

/** Longest first, so that a part is not replaced inside a whole. */
function secretTexts(config: Readonly<Record<string, unknown>>, secrets: readonly string[]): string[] {
  const found = new Set<string>();
  mapSecrets(config, secrets, (secret) => {
    for (const text of [secret, ...partsOfAddress(secret)]) found.add(text).add(encodeURIComponent(text));
    return secret;
  });
  return [...found].filter((text) => text.length >= MIN_SECRET_CHARACTERS).sort((a, b) => b.length - a.length);
}

function partsOfAddress(secret: string): string[] {
  if (!/^https?:\/\//.test(secret)) return [];
  const url = URL.parse(secret);
  const parts = url === null ? [] : [...url.pathname.split('/'), ...url.searchParams.values()];
  return parts.filter((part) => part.length >= MIN_PART_CHARACTERS);
}
