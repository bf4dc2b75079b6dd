/** `secret: name`, as YAML or JSON writes it. */
const REFERENCE = /\bsecret['"]?[ \t]*:[ \t]*(?:"([^"\n]+)"|'([^'\n]+)'|([^\s,{}'"]+))/g;

/** The names of the secrets that a document seems to refer to; the router reads the document itself. */
export function secretNamesIn(text: string): string[] {
  const names = [...text.matchAll(REFERENCE)].map(([, double, single, plain]) => double ?? single ?? plain ?? '');
  return [...new Set(names)].sort();
}
