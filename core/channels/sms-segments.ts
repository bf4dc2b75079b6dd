/** GSM 03.38: one septet each; those of the extension table take two. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿' +
  'abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENSION = '\f^{}\\[~]|€';

/** @returns `undefined` for a character that the alphabet lacks */
function septetsOf(character: string): number | undefined {
  if (BASIC.includes(character)) return 1;
  return EXTENSION.includes(character) ? 2 : undefined;
}

/** Typographic signs that an SMS can say with the cheaper alphabet, without losing anything. */
const SIMPLER: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '‑': '-',
  '…': '...',
  '\u00a0': ' ',
  '\t': ' ',
};

/** How a text travels. Vendors charge for each segment. */
export interface SmsSize {
  readonly encoding: 'GSM-7' | 'UCS-2';
  readonly segments: number;
}

/** `text` with typographic quotes, dashes and spaces in their plain form, which often halves the number of segments. */
export function simplifySms(text: string): string {
  return Array.from(text, (character) => SIMPLER[character] ?? character).join('');
}

/** Counts the segments of an SMS: 160 septets in one and 153 in each of several, or 70 and 67 UTF-16 units. */
export function smsSize(text: string): SmsSize {
  let septets = 0;
  for (const character of text) septets += septetsOf(character) ?? Number.NaN;
  if (!Number.isNaN(septets)) {
    return { encoding: 'GSM-7', segments: septets <= 160 ? 1 : Math.ceil(septets / 153) };
  }
  return { encoding: 'UCS-2', segments: text.length <= 70 ? 1 : Math.ceil(text.length / 67) };
}
