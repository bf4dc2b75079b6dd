import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { HeaderList } from './headers.ts';
import type { OriginResponse } from './origins/origin.ts';

/** Of the types that CloudFront compresses, those that a dashboard and an API have. */
const COMPRESSED = new Set([
  'application/javascript',
  'application/json',
  'application/xml',
  'image/svg+xml',
  'text/css',
  'text/html',
  'text/javascript',
  'text/plain',
  'text/xml',
]);
const STATUSES = new Set([200, 403, 404]);
const MIN_BYTES = 1000;
const MAX_BYTES = 10_000_000;

/** How each coding compresses; brotli first, as CloudFront prefers it. */
const codings = [
  {
    name: 'br',
    encode: async (body: Uint8Array) =>
      promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  },
  { name: 'gzip', encode: async (body: Uint8Array) => promisify(gzip)(body) },
] as const;

/**
 * An answer as a behaviour passes it on that compresses: when the viewer takes brotli or gzip, the answer is whole, of
 * 1,000 to 10,000,000 bytes, of a type worth it, and not encoded already. Its `etag` becomes a weak one.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/ServingCompressedFiles.html
 */
export async function compressed(answer: OriginResponse, viewerHeaders: HeaderList): Promise<OriginResponse> {
  const { status, body, headers } = answer;
  if (!(body instanceof Uint8Array) || body.length < MIN_BYTES || body.length > MAX_BYTES) return answer;
  const type = valueOf(headers, 'content-type').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!STATUSES.has(status) || !COMPRESSED.has(type) || valueOf(headers, 'content-encoding') !== '') return answer;
  const taken = new Set(
    valueOf(viewerHeaders, 'accept-encoding')
      .split(',')
      .map((item) => item.split(';').map((part) => part.trim()))
      .filter(([, quality]) => quality !== 'q=0')
      .map(([name]) => name?.toLowerCase()),
  );
  const coding = codings.find(({ name }) => taken.has(name));
  const varying = headers.filter(([name]) => !['content-length', 'etag', 'vary'].includes(name.toLowerCase()));
  const vary: [string, string] = ['vary', 'Accept-Encoding'];
  if (coding === undefined) return { ...answer, headers: [...headers, vary] };
  const etag = valueOf(headers, 'etag');
  return {
    status,
    headers: [
      ...varying,
      ...(etag === '' ? [] : [['etag', etag.startsWith('W/') ? etag : `W/${etag}`] as const]),
      vary,
      ['content-encoding', coding.name],
    ],
    body: await coding.encode(body),
  };
}

function valueOf(headers: HeaderList, wanted: string): string {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
}
