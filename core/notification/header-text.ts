/** One RFC 2047 encoded word: charset (with an optional language), encoding, encoded text. */
const ENCODED_WORD = /=\?([^?*\s]+)(?:\*[^?\s]*)?\?([bq])\?([^?\s]*)\?=/gi;

/** White space between two encoded words is not part of the text (RFC 2047 section 6.2). */
const BETWEEN_WORDS = /(\?=)\s+(?==\?[^?\s]+\?[bq]\?)/gi;

interface EncodedRun {
  readonly charset: string;
  readonly bytes: Uint8Array;
}

/**
 * The text that a header value carries. RFC 2047 encoded words are decoded. Raw UTF-8 that arrived read as Latin-1 is
 * read again as UTF-8 when it is valid, and is left alone otherwise.
 */
export function headerText(value: string): string {
  const raw = utf8FromLatin1(value);
  if (!raw.includes('=?')) return raw;
  return raw.replace(BETWEEN_WORDS, '$1').replace(/(?:=\?[^?\s]+\?[bq]\?[^?\s]*\?=)+/gi, decodeRun);
}

/** Adjacent words are decoded together: senders cut a character's bytes at a word's end. */
function decodeRun(run: string): string {
  const parts: EncodedRun[] = [];
  for (const [, charset = '', encoding = '', text = ''] of run.matchAll(ENCODED_WORD)) {
    const bytes = encoding.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : bytesOfQ(text);
    const last = parts.at(-1);
    if (last?.charset === charset) parts[parts.length - 1] = { charset, bytes: Buffer.concat([last.bytes, bytes]) };
    else parts.push({ charset, bytes });
  }
  return parts.map((part) => decode(part)).join('');
}

function bytesOfQ(text: string): Uint8Array {
  const latin1 = text
    .replaceAll('_', ' ')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return Buffer.from(latin1, 'latin1');
}

function decode({ charset, bytes }: EncodedRun): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function utf8FromLatin1(value: string): string {
  // Only characters U+0080 to U+00FF beside ASCII: anything above shows that the value was decoded already.
  if (!/[\u0080-\u00ff]/.test(value) || /[\u0100-\uffff]/.test(value)) return value;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}
