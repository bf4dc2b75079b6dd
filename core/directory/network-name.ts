import { createHash } from 'node:crypto';

/** Of IPv6, this many groups are given to one customer, who may choose the rest. */
const NETWORK_GROUPS = 4;

/**
 * Names the network of an address, so that two requests can be told to come from one place without keeping the place.
 *
 * @param scope names of one scope say nothing in another
 */
export function networkNameOf(ip: string, scope: string): string {
  return createHash('sha256')
    .update(`${scope} ${networkOf(ip)}`)
    .digest('hex')
    .slice(0, 12);
}

function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip;
  const [start = [], end = []] = ip.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const left = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0');
  const groups = [...start, ...left, ...end].map((group) => Number.parseInt(group, 16));
  return groups.slice(0, NETWORK_GROUPS).join(':');
}
