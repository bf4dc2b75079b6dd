/** Names and values in order, duplicates included. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Concern one connection only, and are never passed on. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What a behaviour without an origin request policy does not pass on. */
const VIEWER_ONLY = new Set(['accept', 'accept-language', 'authorization', 'cookie', 'referer', 'user-agent']);

/** The raw headers of a Node message, by pairs. */
export function pairs(rawHeaders: readonly string[]): [name: string, value: string][] {
  const list: [string, string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    list.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '']);
  }
  return list;
}

/** The headers without those of the connection, names in lower case. */
export function endToEnd(headers: HeaderList): [name: string, value: string][] {
  const listed = headers.filter(([name]) => name.toLowerCase() === 'connection');
  const named = new Set(listed.flatMap(([, value]) => value.split(',').map((name) => name.trim().toLowerCase())));
  return headers
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => !HOP_BY_HOP.has(name) && !named.has(name));
}

/** What CloudFront adds and replaces on the way to an origin. */
export interface Forwarding {
  readonly originDomain: string;
  readonly originHeaders: HeaderList;
  /** Address of the viewer, who sent the request to CloudFront. */
  readonly viewerIp: string;
  /** Set: the viewer's address is passed on with this port, over whatever the viewer claims. */
  readonly viewerPort?: number;
  readonly requestId: string;
  readonly forwardsViewer: boolean;
}

/** The headers of a viewer's request as CloudFront passes them on. */
export function toOriginHeaders(viewerHeaders: HeaderList, forwarding: Forwarding): [name: string, value: string][] {
  const { originDomain, originHeaders, viewerIp, viewerPort, requestId, forwardsViewer } = forwarding;
  const set: [string, string][] = [
    ['host', originDomain],
    ['via', '1.1 local.cloudfront.net (CloudFront)'],
    ['x-amz-cf-id', requestId],
    ...originHeaders.map(copy),
  ];
  if (viewerPort !== undefined) set.push(['cloudfront-viewer-address', `${viewerIp}:${viewerPort}`]);
  const replaced = new Set(set.map(([name]) => name));
  const kept = endToEnd(viewerHeaders).filter(
    ([name]) => !replaced.has(name) && (forwardsViewer || !VIEWER_ONLY.has(name)),
  );
  return [...appendForwardedFor(kept, viewerIp), ...set];
}

const copy = ([name, value]: readonly [string, string]): [string, string] => [name, value];

/** The headers with `address` at the end of `x-forwarded-for`, as every proxy on the way adds its peer. */
export function appendForwardedFor(headers: HeaderList, address: string): [name: string, value: string][] {
  const before = headers.filter(([name]) => name === 'x-forwarded-for').map(([, value]) => value);
  const others = headers.filter(([name]) => name !== 'x-forwarded-for');
  return [
    ...others.map(([name, value]): [string, string] => [name, value]),
    ['x-forwarded-for', [...before, address].join(', ')],
  ];
}

/** An address as AWS writes it: an IPv4 address is never written in IPv6 form. */
export function plainAddress(address: string | undefined): string {
  return (address ?? '127.0.0.1').replace(/^::ffff:/, '');
}
