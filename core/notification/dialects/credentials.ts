import type { Headers } from '../read-plain-text.ts';

/** What follows `scheme` in a header `Authorization`. Case-sensitive, as `Bearer` is (specification 4.1). */
export function credentialsIn(authorization: string | undefined, scheme: string): string | undefined {
  const prefix = `${scheme} `;
  return authorization?.startsWith(prefix) === true ? authorization.slice(prefix.length).trim() : undefined;
}

/** The password of basic authentication, whatever the user name. */
export function basicPassword(headers: Headers): string | undefined {
  return passwordIn(headers['authorization']);
}

/** The same from the text of the header. */
export function passwordIn(authorization: string | undefined): string | undefined {
  const encoded = credentialsIn(authorization, 'Basic');
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  return text.slice(text.indexOf(':') + 1);
}
