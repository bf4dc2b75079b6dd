/** What reaches the machine itself, as the URL parser writes it: any of them reaches a router that runs there. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/;

/**
 * Why a channel must not send to this address, when it is the router's own; else `undefined`. Other names for the same
 * place cannot all be known: what is missed here is ended by the hop path.
 *
 * @param publicBaseUrl the `PUBLIC_BASE_URL` setting
 */
export function ownAddressRefusal(address: string, publicBaseUrl: string): string | undefined {
  if (placeOf(address) !== placeOf(publicBaseUrl)) return undefined;
  return 'this is the address of the router itself; only channels of kind webhook may forward to its webhooks';
}

/** Host and port, however they are written. */
function placeOf(address: string): string {
  const url = URL.parse(address);
  if (url === null) return '';
  const host = url.hostname.replace(/\.$/, '');
  const port = url.port === '' ? { 'http:': '80', 'https:': '443' }[url.protocol] : url.port;
  return `${LOOPBACK.test(host) ? 'localhost' : host}:${port}`;
}
