/**
 * IPv4 ranges that no request of ours must reach: everything in the IANA registry of special-purpose addresses,
 * multicast, and one metadata address that a cloud keeps in public space.
 *
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 */
export const specialIpv4 = [
  '0.0.0.0/8', // this network; 0.0.0.0 itself reaches this host
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier NAT; metadata of Alibaba Cloud
  '127.0.0.0/8', // loopback; the Lambda runtime API
  '168.63.129.16/32', // platform address of Azure
  '169.254.0.0/16', // link local; metadata and task credentials of AWS
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments; metadata of Oracle Cloud
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
] as const;

/**
 * The only IPv6 range with public hosts. Outside lie loopback, IPv4-compatible addresses, NAT64 (`64:ff9b::/96` and
 * `64:ff9b:1::/48`), discard, unique local, link local, site local and multicast.
 */
export const globalIpv6 = '2000::/3';

/**
 * Special ranges inside `globalIpv6`. Ranges that embed an IPv4 address are refused whole, whatever they embed.
 *
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
export const specialIpv6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
] as const;

/** IPv6 notation of IPv4 addresses: the system connects to the IPv4 address. */
export const mappedIpv4 = '::ffff:0:0/96';

/**
 * Ports of protocols other than HTTP, which a public destination must not name.
 *
 * @see https://fetch.spec.whatwg.org/#port-blocking
 */
export const nonHttpPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);
