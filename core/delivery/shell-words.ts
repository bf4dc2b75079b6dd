interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A text as one word of a POSIX shell, whatever it holds. */
export function inShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A request as a command of `curl`. */
export function inCurl({ method, url, headers, body }: Request): string {
  const words = Object.entries(headers).map(([name, value]) => `-H ${inShell(`${name}: ${value}`)}`);
  const data = body === '' ? [] : [`--data-raw ${inShell(body)}`];
  return [`curl -X ${method} ${inShell(url)}`, ...words, ...data].join(' \\\n  ');
}
