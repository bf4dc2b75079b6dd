/** What some reader splits lines at: the line breaks of Unicode, and the separators FS, GS and RS, as Python does. */
const BREAKS = '\n\v\f\r\u001C\u001D\u001E\u0085\u2028\u2029';
const BREAK = new RegExp(`\r\n|[${BREAKS}]`, 'g');

/** Each line break becomes one space and NUL is removed, so that the text cannot end or corrupt an SSE line. */
export function onOneLine(text: string): string {
  return text.replace(BREAK, ' ').replaceAll('\0', '');
}

/**
 * JSON text on one line, with the same value: breaks between its tokens become a space, and those that JSON allows
 * within its strings are escaped.
 */
export function jsonOnOneLine(text: string): string {
  const escaped = text.replace(/[\x85\u2028\u2029]/g, (found) => {
    return `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return onOneLine(escaped);
}

/**
 * JSON text without white space between its tokens. Works on the text, not on parsed values, so that numbers keep every
 * digit and keys their order.
 */
export function compactJson(text: string): string {
  let inString = false;
  return text.replace(/\\[^]|"|[\t\n\r ]+/g, (token) => {
    if (token === '"') inString = !inString;
    return inString || token === '"' || token.startsWith('\\') ? token : '';
  });
}
