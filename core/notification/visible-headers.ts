import type { Headers } from './read-plain-text.ts';

/** Headers without `x-` that say something of the event. */
const plainNames = new Set(['content-type', 'user-agent']);

/** Parts of names that show that a header carries a credential; Apprise calls its key the id of a configuration. */
const SECRET = /auth|token|secret|signature|key|password|cookie|credential|session|config-id/;

/** Headers that the way to us adds, not the sender. */
const TRANSPORT = /^x-(?:forwarded|real-ip|amzn|amz-cf|original|request-start|notification-(?:hops|origin))/;

/**
 * The headers that templates may see: `content-type`, `user-agent` and those in which senders describe their events,
 * such as `x-github-event`. Never `authorization`, cookies, or what carries a key, a token or a signature.
 *
 * @see contract section 2
 */
export function visibleHeaders(headers: Headers): Readonly<Record<string, string>> {
  const visible: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && isVisible(name)) visible[name] = value;
  }
  return visible;
}

function isVisible(name: string): boolean {
  return plainNames.has(name) || (name.startsWith('x-') && !SECRET.test(name) && !TRANSPORT.test(name));
}
