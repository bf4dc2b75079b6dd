interface Sent {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Presets whose sender may wrap its JSON in a form, and the field it stands in. */
const fields = new Map([
  ['github', 'payload'],
  ['uptime-kuma', 'data'],
]);

/**
 * Unwraps the JSON that a preset's sender put in a form: GitHub's `payload=…` and the `data` part of Uptime Kuma's
 * `multipart/form-data`. Anything else stays as it is. To be called before the body is read.
 */
export function unwrapForm(sent: Sent, preset: string | undefined): Sent {
  const field = fields.get(preset ?? '');
  const type = sent.headers['content-type'] ?? '';
  if (field === undefined) return sent;
  const json = type.startsWith('multipart/form-data')
    ? partNamed(field, sent.text, type)
    : sent.text.startsWith(`${field}=`)
      ? new URLSearchParams(sent.text).getAll(field)[0]
      : undefined;
  return json === undefined ? sent : { text: json, headers: { ...sent.headers, 'content-type': 'application/json' } };
}

/** The content of the part `name` of a multipart body. @see RFC 7578 */
function partNamed(name: string, text: string, contentType: string): string | undefined {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) return undefined;
  for (const part of text.split(`--${boundary}`)) {
    const end = part.indexOf('\r\n\r\n');
    if (end !== -1 && part.slice(0, end).includes(`name="${name}"`)) return part.slice(end + 4).replace(/\r\n$/, '');
  }
  return undefined;
}
