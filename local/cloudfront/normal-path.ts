/** What needs no percent-encoding. */
const UNRESERVED = /^[A-Za-z0-9\-._~]$/;

/**
 * A path as CloudFront compares it with path patterns: dot segments and empty ones are gone, and what need not be
 * encoded is not; `%2F` stays. Origins get the path as it came.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/DownloadDistValuesCacheBehavior.html#DownloadDistValuesPathPattern
 */
export function normalPath(path: string): string {
  const decoded = path.replaceAll(/%([0-9A-Fa-f]{2})/g, (encoded, digits: string) => {
    const character = String.fromCodePoint(Number.parseInt(digits, 16));
    return UNRESERVED.test(character) ? character : encoded.toUpperCase();
  });
  const kept: string[] = [];
  const segments = decoded.split('/');
  for (const segment of segments) {
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  const isFolder = ['', '.', '..'].includes(segments.at(-1) ?? '');
  return `/${kept.join('/')}${isFolder && kept.length > 0 ? '/' : ''}`;
}
