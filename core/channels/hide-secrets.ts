import { mapSecrets, maskSecret } from './config-secrets.ts';

/** Shorter texts are no secrets, and hiding them would punch holes into ordinary words. */
const MIN_SECRET_CHARACTERS = 6;
/** Shorter parts of an address, such as `services`, are in every address of the vendor. */
const MIN_PART_CHARACTERS = 12;

type Hide = (text: string) => string;

/**
 * Returns a function that masks every secret of a config in a text: vendors like to repeat the address or the token
 * that they refuse. The long parts of a secret address, in its path and in its query, are secrets by themselves.
 *
 * @param secrets paths as a kind lists them, such as `secret` or `headers.*`
 */
export function secretHider(config: Readonly<Record<string, unknown>>, secrets: readonly string[]): Hide {
  return hiderOf(() => secretTexts(config, secrets));
}

/**
 * Masks the credentials of a request, which may be derived from the secrets of the config. A receiver that echoes its
 * request would reveal them.
 *
 * @param headers lower-cased names
 */
export function credentialHider(headers: Readonly<Record<string, string>>): Hide {
  const { authorization = '', ...others } = headers;
  const signatures = (others['webhook-signature'] ?? '').split(' ').map((one) => one.replace(/^v1,/, ''));
  return hiderOf(() => [authorization.replace(/^\w+ /, ''), ...signatures]);
}

/** Works the forms out when there is a text to hide them in: most deliveries have none. */
function hiderOf(texts: () => readonly string[]): Hide {
  let hide: Hide | undefined;
  return (text) => (hide ??= hiderOfForms(texts()))(text);
}

function hiderOfForms(texts: readonly string[]): Hide {
  const forms = new Set(texts.filter((text) => text.length >= MIN_SECRET_CHARACTERS).flatMap(formsOf));
  // Longest first, so that a part is not replaced inside a whole.
  const hidden = [...forms].sort((a, b) => b.length - a.length);
  return (text) =>
    withoutBeginning(
      hidden.reduce((shown, secret) => shown.replaceAll(secret, maskSecret(secret)), text),
      hidden,
    );
}

/** A cut text may end in the middle of a secret, where a search for the whole secret does not find it. */
function withoutBeginning(text: string, hidden: readonly string[]): string {
  for (const secret of hidden) {
    for (let length = secret.length - 1; length >= MIN_PART_CHARACTERS; length -= 1) {
      if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + maskSecret('');
    }
  }
  return text;
}

/** How a secret may come back: as it is, in an address, a form, JSON (of PHP, too), HTML or base64. */
function formsOf(text: string): string[] {
  const inAddress = encodeURIComponent(text);
  const inJson = JSON.stringify(text).slice(1, -1);
  return [
    text,
    inAddress,
    inAddress.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
    new URLSearchParams([['', text]]).toString().slice(1),
    inJson,
    inJson.replaceAll('/', String.raw`\/`),
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    Buffer.from(text).toString('base64'),
  ];
}

function secretTexts(config: Readonly<Record<string, unknown>>, secrets: readonly string[]): string[] {
  const found: string[] = [];
  mapSecrets(config, secrets, (secret) => {
    found.push(secret, ...partsOfAddress(secret));
    return secret;
  });
  return found;
}

function partsOfAddress(secret: string): string[] {
  if (!/^https?:\/\//.test(secret)) return [];
  const url = URL.parse(secret);
  const parts = url === null ? [] : [...url.pathname.split('/'), ...url.searchParams.values()];
  return parts.filter((part) => part.length >= MIN_PART_CHARACTERS);
}
