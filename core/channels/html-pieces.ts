const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * A text escaped for HTML, in pieces: no entity is ever cut.
 *
 * @param lineBreak what stands for a line break, such as `<br>`
 */
export function htmlPieces(text: string, lineBreak = '\n'): string[] {
  return Array.from(text, (character) => (character === '\n' ? lineBreak : (ENTITIES[character] ?? character)));
}

/** A text escaped for HTML, also inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return htmlPieces(text).join('');
}
