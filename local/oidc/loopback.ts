const NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a `Host` header, or the host of a URL, names this machine itself, with or without a port. */
export function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && NAMES.has(host.toLowerCase().replace(/:\d+$/, ''));
}
