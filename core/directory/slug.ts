/** The longest slug. */
const MAX_CHARACTERS = 64;

/** What a slug looks like: the name by which documents, stacks and commands know a webhook or a channel. */
export const SLUG = /^[a-z0-9-]{1,64}$/;

/** What to say of a text that is no slug. */
export const SLUG_RULE = `must be a slug: a to z, 0 to 9 and -, at most ${MAX_CHARACTERS} characters`;

/** A slug made from a name that none of `taken` is; `fallback` stands for a name without a letter or digit. */
export function newSlug(name: string, fallback: string, taken: ReadonlySet<string>): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  const wanted = words === '' ? fallback : words;
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : `-${number}`;
    const slug = wanted.slice(0, MAX_CHARACTERS - end.length).replace(/-$/, '') + end;
    if (!taken.has(slug)) return slug;
  }
}
