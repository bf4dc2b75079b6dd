import { isIP, isIPv4 } from 'node:net';
import type { HttpRefusal } from '../../core/channels/http-exchange.ts';
import { type AddressGuard, createAddressGuard, type Reach } from './address-guard.ts';
import { nonHttpPorts } from './special-ranges.ts';

/** Where a request goes, with its form checked. */
export interface Target {
  readonly kind: 'target';
  readonly url: URL;
  /** The name or the address, without brackets. */
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  /** The host is an address, so there is nothing to resolve. */
  readonly isAddress: boolean;
}

const MAX_URL_CHARACTERS = 8192;
/** Characters that URL parsers drop, or read as a slash, so that two readers may see different hosts. */
const MISREAD = /[\p{Cc}\s\\]/u;
const AUTHORITY = /^https?:\/\/([^/?#]+)/i;
const LOOPBACK_NAME = /^(.+\.)?localhost$/;
const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1'] as const;

/**
 * Checks a URL when it is saved: its form, its scheme, its port and, if the host is an address, its range. Names are
 * not resolved; the client checks what they resolve to on every request.
 *
 * @param allowedCidrs the `OUTBOUND_ALLOWED_CIDRS` setting
 */
export function checkUrl(url: string, allowedCidrs: readonly string[]): Target | HttpRefusal {
  return readTarget(url, createAddressGuard(allowedCidrs));
}

/** `checkUrl` with a ready guard. */
export function readTarget(text: string, guard: AddressGuard): Target | HttpRefusal {
  const target = parseTarget(text);
  if (target.kind === 'refused') return target;
  return refusalOf(target, expectedReach(target, guard)) ?? target;
}

/**
 * Why `target` must not be reached at an address of this reach; `undefined` when it may. `unknown` is a name that only
 * the resolver can judge.
 */
export function refusalOf({ host, port, secure }: Target, reach: Reach | 'unknown'): HttpRefusal | undefined {
  switch (reach) {
    case 'denied':
      return refused(`${host} is a private or reserved address, and OUTBOUND_ALLOWED_CIDRS does not allow it`);
    case 'public':
      if (!secure) return refused(`${host} is not in an allowed private range, so its URL must begin with https://`);
      return nonHttpPorts.has(port) ? refused(`port ${port} belongs to another protocol than https`) : undefined;
    case 'allowed':
    case 'unknown':
      return undefined;
    default:
      throw new Error(`no rule is known for an address of reach ${String(reach satisfies never)}`);
  }
}

/** What is known about a host before it is resolved. Without allowed ranges, every name must turn out to be public. */
function expectedReach({ host, isAddress }: Target, guard: AddressGuard): Reach | 'unknown' {
  if (isAddress) return guard.judge(host);
  if (!LOOPBACK_NAME.test(host)) return guard.hasAllowedRanges ? 'unknown' : 'public';
  return LOOPBACK_ADDRESSES.some((address) => guard.judge(address) === 'allowed') ? 'allowed' : 'denied';
}

function parseTarget(text: string): Target | HttpRefusal {
  if (text.length > MAX_URL_CHARACTERS) return refused(`a URL has at most ${MAX_URL_CHARACTERS} characters`);
  if (MISREAD.test(text)) return refused('a URL has no spaces, control characters or backslashes');
  const authority = AUTHORITY.exec(text)?.[1];
  const url = URL.parse(text);
  if (authority === undefined || url === null) return refused('not a URL of the form https://host/path');
  if (authority.includes('@')) return refused('a URL holds no user name or password; use a header');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (host.endsWith('.')) return refused('the host ends with a dot');
  if (isIPv4(host) && authority.replace(/:\d*$/, '') !== host) {
    return refused('an IPv4 address is written as four plain decimal numbers');
  }
  const secure = url.protocol === 'https:';
  const port = Number(url.port === '' ? (secure ? 443 : 80) : url.port);
  return { kind: 'target', url, host, port, secure, isAddress: isIP(host) !== 0 };
}

function refused(reason: string): HttpRefusal {
  return { kind: 'refused', reason };
}
