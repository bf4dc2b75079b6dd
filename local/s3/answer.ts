/** An S3 answer before it is written. */
export interface S3Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** An empty answer. */
export const empty = (status: number, headers: Readonly<Record<string, string>> = {}): S3Answer => ({
  status,
  headers,
  body: '',
});

/** An XML document, given as the content of the document element. */
export const xml = (element: string, content: string, status = 200): S3Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `${DECLARATION}<${element} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${element}>`,
});

/** An error as the SDKs read it. */
export const failure = (status: number, code: string, message: string): S3Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `${DECLARATION}<Error><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error>`,
});

/** Escapes text for use between XML tags. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The reverse of {@link escapeXml}, for request bodies. */
export function unescapeXml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replaceAll('&amp;', '&');
}
