/** Each line break becomes one space and NUL is removed, so that the text cannot end or corrupt an SSE line. */
export function onOneLine(text: string): string {
  return text.replace(/\r\n|[\r\n]/g, ' ').replaceAll('\0', '');
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
