import { decodeBytes } from './decode-body.ts';
import { isPresetName } from './presets/preset-names.ts';
import { loadPreset } from './presets/registry.ts';

interface Sent {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Where a send may come as a form. */
interface Wrapping {
  /** It came by the alias for Slack-compatible senders. */
  readonly slack: boolean;
  readonly preset?: string | undefined;
}

/**
 * The field of a form that the JSON of a send may stand in; `undefined` where its sender sends no forms. Older Slack
 * clients use `payload`; of the others, the preset knows.
 *
 * @see https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
 */
export async function formFieldOf({ slack, preset }: Wrapping): Promise<string | undefined> {
  if (slack) return 'payload';
  return preset === undefined || !isPresetName(preset) ? undefined : (await loadPreset(preset)).formField;
}

/**
 * Unwraps the JSON that a sender put in the field `name` of a form, `application/x-www-form-urlencoded` or
 * `multipart/form-data`. The field may stand anywhere in the form; of several the first counts. Anything else stays as
 * it is. To be called before the body is read.
 */
export function unwrapForm(sent: Sent, name: string | undefined): Sent {
  if (name === undefined) return sent;
  const type = sent.headers['content-type'] ?? '';
  const json = /^\s*multipart\/form-data/i.test(type)
    ? partNamed(name, sent.text, type)
    : fieldNamed(name, sent.text, type);
  if (json === undefined) return sent;
  return { text: json.replaceAll('\0', ''), headers: { ...sent.headers, 'content-type': 'application/json' } };
}

/**
 * The value of a field of `name=value&name=value`. JSON is never a form. In a body that is not declared as a form only
 * the first field counts, so that text is not mistaken for a form because of something in its middle.
 *
 * @see https://url.spec.whatwg.org/#urlencoded-parsing
 */
function fieldNamed(name: string, text: string, contentType: string): string | undefined {
  if (/^[\s\uFEFF]*\{/.test(text)) return undefined;
  const isForm = /^\s*application\/x-www-form-urlencoded/i.test(contentType);
  for (const field of isForm ? text.split('&') : text.split('&', 1)) {
    const end = field.indexOf('=');
    if (end !== -1 && unescaped(field.slice(0, end)) === name) return valueOf(field.slice(end + 1), contentType);
  }
  return undefined;
}

/**
 * Escaped bytes are in the charset of the form. Some charsets use ASCII letters as parts of a character, so runs of
 * ASCII are decoded whole.
 */
function valueOf(escaped: string, contentType: string): string {
  return escaped.replace(/\p{ASCII}+/gu, (ascii) => {
    const bytes = unescaped(ascii);
    return /[\x80-\xff]/.test(bytes) ? decodeBytes(Buffer.from(bytes, 'latin1'), contentType) : bytes;
  });
}

/** The bytes that ASCII text stands for, a character each. */
function unescaped(ascii: string): string {
  if (!/[%+]/.test(ascii)) return ascii;
  return ascii
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The content of the part `name` of a multipart body. @see RFC 7578 */
function partNamed(name: string, text: string, contentType: string): string | undefined {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) return undefined;
  const named = new RegExp(`;\\s*name="?${name}"?\\s*(?:;|$)`, 'im');
  for (const part of text.split(`--${boundary}`)) {
    const end = part.indexOf('\r\n\r\n');
    if (end !== -1 && named.test(part.slice(0, end))) return part.slice(end + 4).replace(/\r\n$/, '');
  }
  return undefined;
}
