import { describe, expect, it } from 'vitest';
import { clientKey } from '../../../live-stream/http/client-address.ts';

describe('the client of a request', () => {
  it.each([
    ['the peer when no proxy is trusted', '1.2.3.4', 0, '198.51.100.1'],
    ['the last entry with one trusted proxy', '9.9.9.9, 1.2.3.4', 1, '1.2.3.4'],
    ['the last but one with two', '9.9.9.9,1.2.3.4 , 10.0.0.1', 2, '1.2.3.4'],
    ['the peer when there are fewer entries than proxies', '1.2.3.4', 2, '198.51.100.1'],
    ['the peer when the entry is no address', 'unknown', 1, '198.51.100.1'],
    ['the peer when the entry is empty', '1.2.3.4, ', 1, '198.51.100.1'],
    ['without a port', '1.2.3.4:5678', 1, '1.2.3.4'],
    ['without a port and brackets', '[2001:db8:1:2::9]:5678', 1, '2001:db8:1:2::/64'],
    ['IPv6 by its /64', '2001:db8:1:2:ffff:ffff:ffff:ffff', 1, '2001:db8:1:2::/64'],
    ['IPv6 by its /64 however it is written', '2001:0DB8:0001:0002::', 1, '2001:db8:1:2::/64'],
    ['IPv6 that begins with zeros', '::1', 1, '0:0:0:0::/64'],
    ['IPv6 with a zone', 'fe80::1%eth0', 1, 'fe80:0:0:0::/64'],
    ['mapped IPv4 as IPv4', '::ffff:1.2.3.4', 1, '1.2.3.4'],
    ['mapped IPv4 in hexadecimal as IPv4', '0:0:0:0:0:ffff:0102:0304', 1, '1.2.3.4'],
  ])('is %s', (_what, forwardedFor, trustedProxies, expected) => {
    const key = clientKey({ socketAddress: '::ffff:198.51.100.1', forwardedFor, trustedProxies });

    expect(key).toBe(expected);
  });

  it('is unknown when even the peer is', () => {
    expect(clientKey({ socketAddress: undefined, forwardedFor: undefined, trustedProxies: 1 })).toBe('unknown');
  });
});
