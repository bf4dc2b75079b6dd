import { empty, escapeXml, failure, unescapeXml, xml, type S3Answer } from './answer.ts';
import { decodeAwsChunked } from './chunked-body.ts';
import type { ObjectHead, ObjectStore } from './object-store.ts';

/** An S3 call, path style, as it came in. */
export interface S3Request {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

type Call = (store: ObjectStore, target: { bucket: string; key: string; request: S3Request }) => S3Answer;

const KEPT = new Set(['content-type', 'cache-control', 'content-disposition', 'content-encoding', 'content-language']);
const MAX_KEYS = 1000;

const calls: Readonly<Record<string, Call>> = {
  CreateBucket: (store, { bucket }) => {
    store.createBucket(bucket);
    return empty(200, { location: `/${bucket}` });
  },
  HeadBucket: () => empty(200),
  ListObjectsV2: listObjects,
  DeleteObjects: deleteObjects,
  PutObject: putObject,
  GetObject: (store, { bucket, key }) => {
    const object = store.get(bucket, key);
    if (object === undefined) return failure(404, 'NoSuchKey', 'The specified key does not exist.');
    return { status: 200, headers: headersOf(object.head), body: object.body };
  },
  HeadObject: (store, { bucket, key }) => {
    const head = store.head(bucket, key);
    return head === undefined ? empty(404) : empty(200, headersOf(head));
  },
  DeleteObject: (store, { bucket, key }) => {
    store.delete(bucket, key);
    return empty(204);
  },
};

/** The name of the S3 operation a request asks for; `undefined` when the runner does not serve it. */
export function operationOf({
  method,
  url,
  headers,
}: Pick<S3Request, 'method' | 'url' | 'headers'>): string | undefined {
  const { key } = targetOf(url);
  const query = [...url.searchParams.keys()].filter((name) => name !== 'x-id' && !name.startsWith('X-Amz-'));
  if (key === '') {
    if (method === 'GET' && url.searchParams.get('list-type') === '2') return 'ListObjectsV2';
    if (method === 'POST' && url.searchParams.has('delete')) return 'DeleteObjects';
    return query.length > 0 ? undefined : { PUT: 'CreateBucket', HEAD: 'HeadBucket' }[method];
  }
  if (query.length > 0 || headers['x-amz-copy-source'] !== undefined) return undefined;
  return { GET: 'GetObject', HEAD: 'HeadObject', PUT: 'PutObject', DELETE: 'DeleteObject' }[method];
}

/** Answers an S3 call from the store. */
export function handleS3(store: ObjectStore, request: S3Request): S3Answer {
  const operation = operationOf(request) ?? '';
  const call = calls[operation];
  if (call === undefined) {
    return failure(
      501,
      'NotImplemented',
      `${request.method} ${request.url.search || '/'} of S3 is not available locally`,
    );
  }
  const { bucket, key } = targetOf(request.url);
  if (operation !== 'CreateBucket' && !store.hasBucket(bucket)) {
    return failure(404, 'NoSuchBucket', `The specified bucket does not exist: ${bucket}`);
  }
  return call(store, { bucket, key, request });
}

function targetOf(url: URL): { bucket: string; key: string } {
  const [, bucket = '', ...rest] = url.pathname.split('/');
  return { bucket: decodeURIComponent(bucket), key: decodeURIComponent(rest.join('/')) };
}

function putObject(store: ObjectStore, { bucket, key, request }: Parameters<Call>[1]): S3Answer {
  if (request.headers['if-none-match'] === '*' && store.head(bucket, key) !== undefined) {
    return failure(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
  }
  const encoding = String(request.headers['content-encoding'] ?? '');
  const body = encoding.includes('aws-chunked') ? decodeAwsChunked(request.body) : request.body;
  return empty(200, { etag: store.put(bucket, { key, body, headers: keptHeaders(request) }) });
}

function keptHeaders({ headers }: S3Request): Record<string, string> {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    if (!KEPT.has(name) && !name.startsWith('x-amz-meta-')) return [];
    const text = String(value)
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== 'aws-chunked')
      .join(', ');
    return text === '' ? [] : [[name, text]];
  });
  return Object.fromEntries(kept);
}

function headersOf({ etag, size, modifiedAt, headers }: ObjectHead): Record<string, string> {
  return {
    'content-type': 'binary/octet-stream',
    ...headers,
    etag,
    'content-length': String(size),
    'last-modified': new Date(modifiedAt).toUTCString(),
  };
}

function listObjects(store: ObjectStore, { bucket, request }: Parameters<Call>[1]): S3Answer {
  const query = request.url.searchParams;
  if (query.has('delimiter'))
    return failure(501, 'NotImplemented', 'ListObjectsV2 with a delimiter is not available locally');
  const limit = Math.min(Number(query.get('max-keys') ?? MAX_KEYS), MAX_KEYS);
  const token = query.get('continuation-token');
  const after = token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString();
  const found = store.list({ bucket, prefix: query.get('prefix') ?? '', after, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const more = found.length > limit && last !== undefined;
  const contents = page.map(
    ({ key, etag, size, modifiedAt }) =>
      `<Contents><Key>${escapeXml(key)}</Key><LastModified>${new Date(modifiedAt).toISOString()}</LastModified>` +
      `<ETag>${escapeXml(etag)}</ETag><Size>${size}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
  );
  const next = more
    ? `<NextContinuationToken>${Buffer.from(last.key).toString('base64url')}</NextContinuationToken>`
    : '';
  const counts = `<KeyCount>${page.length}</KeyCount><MaxKeys>${limit}</MaxKeys><IsTruncated>${more}</IsTruncated>`;
  return xml('ListBucketResult', `<Name>${escapeXml(bucket)}</Name>${counts}${next}${contents.join('')}`);
}

function deleteObjects(store: ObjectStore, { bucket, request }: Parameters<Call>[1]): S3Answer {
  const keys = [...request.body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => unescapeXml(key));
  for (const key of keys) store.delete(bucket, key);
  return xml('DeleteResult', keys.map((key) => `<Deleted><Key>${escapeXml(key)}</Key></Deleted>`).join(''));
}
