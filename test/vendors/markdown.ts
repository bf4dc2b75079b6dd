/** A vendor's Markdown, as far as it decides whether a text is shown as it was written. */
interface Dialect {
  /** Means something anywhere unless a backslash stands before it. */
  readonly special: string;
  /** What a link looks like; its first group is what people see. */
  readonly link: RegExp;
}

/** What begins a list, a heading or a quotation. */
const LINE_START = /^[ \t\u00a0]*(?:[-+#>=]|\d+[.)])/m;

/** A text with its indentations left out, which some vendors only show by other spaces. */
export function withoutIndents(text: string): string {
  return text.replace(/^[ \t\u00a0]+/gm, '');
}

/**
 * Markdown as people see it.
 *
 * @throws where the text holds markup other than links
 */
export function readMarkdown(text: string, { special, link }: Dialect): string {
  if (LINE_START.test(text)) throw new Error(`a line starts with markup in ${JSON.stringify(text)}`);
  const token = new RegExp(String.raw`\\([^0-9A-Za-z\s])|${link.source}|([\s\S])`, 'gu');
  return text.replace(token, (whole, escaped?: string, label?: string, bare?: string) => {
    if (bare !== undefined && special.includes(bare)) throw new Error(`a bare ${bare} in ${JSON.stringify(text)}`);
    if (label !== undefined) return label.replace(/\\([^0-9A-Za-z\s])/g, '$1');
    return escaped ?? whole;
  });
}
