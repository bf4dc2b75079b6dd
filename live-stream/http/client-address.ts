import { isIP, isIPv4 } from 'node:net';

export interface Hops {
  /** The address of the peer of this connection. */
  readonly socketAddress: string | undefined;
  /** Value of `x-forwarded-for`; each trusted proxy appended the address it was called from. */
  readonly forwardedFor: string | undefined;
  /** How many proxies in front are ours. What stands left of their entries is the client's own claim. */
  readonly trustedProxies: number;
}

/**
 * Names the client for counting its streams: the address that the outermost trusted proxy was called from. IPv4 as it
 * is, also when mapped into IPv6; IPv6 by its /64, which is what one site has (contract section 4).
 */
export function clientKey({ socketAddress, forwardedFor, trustedProxies }: Hops): string {
  const entries = forwardedFor?.split(',') ?? [];
  const entry = trustedProxies > 0 ? entries.at(-trustedProxies) : undefined;
  return networkOf(withoutPort(entry?.trim() ?? '')) ?? networkOf(socketAddress ?? '') ?? 'unknown';
}

/** Some proxies write `1.2.3.4:567` or `[::1]:567`. */
function withoutPort(entry: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
}

function networkOf(text: string): string | undefined {
  const address = text.replace(/%.*$/, '');
  if (isIP(address) === 0) return undefined;
  if (isIPv4(address)) return address;
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight 16-bit groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const before = groupsIn(head);
  if (tail === undefined) return before;
  const after = groupsIn(tail);
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

function groupsIn(part: string): number[] {
  return part.split(':').flatMap((group) => {
    if (group === '') return [];
    if (!isIPv4(group)) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
