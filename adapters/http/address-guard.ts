import { BlockList, isIP, isIPv4 } from 'node:net';
import { globalIpv6, mappedIpv4, specialIpv4, specialIpv6 } from './special-ranges.ts';

/** `allowed`: in a range that the operator opened. `public`: an ordinary internet host. `denied`: anything else. */
export type Reach = 'allowed' | 'public' | 'denied';

export interface AddressGuard {
  /** Judges one IPv4 or IPv6 address. Anything but a plain address, such as one with a zone id, is denied. */
  judge(address: string): Reach;
  /** Whether the operator opened any range. */
  readonly hasAllowedRanges: boolean;
}

// One list per family: a `BlockList` also matches IPv4 addresses by IPv6 ranges such as `::/3`, and the other way.
const special4 = listOf(specialIpv4);
const special6 = listOf(specialIpv6);
const global6 = listOf([globalIpv6]);
const mapped = listOf([mappedIpv4]);

/**
 * A guard that lets through public addresses and those in the given ranges.
 *
 * @param allowedCidrs the `OUTBOUND_ALLOWED_CIDRS` setting, such as `10.1.0.0/16` or `::1/128`
 * @throws when a range is malformed: settings must be validated first
 */
export function createAddressGuard(allowedCidrs: readonly string[]): AddressGuard {
  const allowed4 = listOf(allowedCidrs.filter((cidr) => !cidr.includes(':')));
  const allowed6 = listOf(allowedCidrs.filter((cidr) => cidr.includes(':')));
  return {
    hasAllowedRanges: allowedCidrs.length > 0,
    judge(address) {
      if (isIP(address) === 0 || address.includes('%')) return 'denied';
      if (isIPv4(address)) return judgeIpv4(allowed4, address, 'ipv4');
      if (mapped.check(address, 'ipv6')) return judgeIpv4(allowed4, address, 'ipv6');
      if (allowed6.check(address, 'ipv6')) return 'allowed';
      return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6') ? 'public' : 'denied';
    },
  };
}

/** `BlockList` itself reads an IPv4-mapped address as the IPv4 address it means. */
function judgeIpv4(allowed: BlockList, address: string, notation: 'ipv4' | 'ipv6'): Reach {
  if (allowed.check(address, notation)) return 'allowed';
  return special4.check(address, notation) ? 'denied' : 'public';
}

function listOf(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [network = '', prefix = ''] = cidr.split('/');
    list.addSubnet(network, Number.parseInt(prefix, 10), isIPv4(network) ? 'ipv4' : 'ipv6');
  }
  return list;
}
