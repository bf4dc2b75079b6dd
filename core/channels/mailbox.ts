import * as z from 'zod';

const NAMED = /^(?<name>[^<>]*?)\s*<(?<address>[^<>\s]+)>$/;

/** Name and address of a mailbox; `undefined` when the text is not one. */
function readMailbox(text: string): { name: string; address: string } | undefined {
  const { name = '', address = text } = NAMED.exec(text)?.groups ?? {};
  if (!z.email().safeParse(address).success || /[\p{Cc}\u2028\u2029]/u.test(name)) return undefined;
  return { name: name.replace(/^"(.*)"$/, '$1').trim(), address };
}

/** An address, or a name and an address: `Alerts <alerts@example.com>`. Line breaks are refused. */
export const Mailbox = z
  .string()
  .max(320)
  .refine((text) => readMailbox(text) !== undefined, 'An email address, or a name with the address in <>.');

/** Of 75 characters, `=?UTF-8?B?` and `?=` leave 63, which is 45 bytes in base64. */
const MAX_WORD_BYTES = 45;

/**
 * A mailbox as header text: a name in ASCII is quoted, any other is made of encoded words.
 *
 * @param text as `Mailbox` takes it
 * @see https://www.rfc-editor.org/rfc/rfc2047#section-2
 */
export function encodeMailbox(text: string): string {
  const { name, address } = readMailbox(text) ?? { name: '', address: text };
  if (name === '') return address;
  const isAscii = /^[\x20-\x7e]*$/.test(name);
  const shown = isAscii ? `"${name.replaceAll(/["\\]/g, '\\$&')}"` : encodedWords(name);
  return `${shown} <${address}>`;
}

function encodedWords(text: string): string {
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    if (Buffer.byteLength(word + character) > MAX_WORD_BYTES) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word].map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join(' ');
}
