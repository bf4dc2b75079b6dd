import { wrongUse } from '../failure.ts';

/**
 * The base URL of a router in one spelling, without a slash at its end.
 *
 * @param from what gave it: an option or a variable
 * @throws Failure of wrong use
 */
export function routerUrl(text: string, from: string): string {
  const url = httpUrl(text, from);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/**
 * An address that the command may call. The address itself may be a secret, so no message repeats it.
 *
 * @throws Failure of wrong use
 */
export function httpUrl(text: string, from: string): URL {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw wrongUse(`${from} is no address; give one such as https://notify.example.com`);
  }
  if (url.username !== '' || url.password !== '') throw wrongUse(`${from} must not contain a password`);
  return url;
}
