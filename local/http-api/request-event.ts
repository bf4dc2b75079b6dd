import { TextDecoder } from 'node:util';

/** An HTTP request as it reaches the API, with its whole body. */
export interface ApiRequest {
  readonly method: string;
  /** As sent, still percent-encoded. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** Names and values as they came, in order, duplicates included. */
  readonly rawHeaders: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** Address of the API's direct caller: the edge, when there is one in front. */
  readonly sourceIp: string;
}

/** What the route adds to the event. */
export interface RouteContext {
  readonly routeKey: string;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly apiId: string;
  readonly requestId: string;
  /** Epoch milliseconds. */
  readonly time: number;
}

/**
 * The Lambda event of an HTTP API, payload format 2.0.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function toEvent(request: ApiRequest, context: RouteContext): object {
  const { headers, cookies } = joinHeaders(request.rawHeaders);
  const query = joinQuery(request.query);
  const path = decodedPath(request.path);
  return {
    version: '2.0',
    routeKey: context.routeKey,
    rawPath: path,
    rawQueryString: request.query,
    ...(cookies.length > 0 && { cookies }),
    headers,
    ...(query !== undefined && { queryStringParameters: query }),
    requestContext: requestContext({ request: { ...request, path }, context, headers }),
    ...(Object.keys(context.pathParameters).length > 0 && { pathParameters: context.pathParameters }),
    ...bodyOf(request.body, headers['content-type']),
  };
}

function requestContext(parts: {
  request: ApiRequest;
  context: RouteContext;
  headers: Record<string, string>;
}): object {
  const { request, context, headers } = parts;
  const domainName = headers['host'] ?? '';
  return {
    accountId: 'anonymous',
    apiId: context.apiId,
    domainName,
    domainPrefix: domainName.split('.')[0],
    http: {
      method: request.method,
      path: request.path,
      protocol: 'HTTP/1.1',
      sourceIp: request.sourceIp,
      userAgent: headers['user-agent'] ?? '',
    },
    requestId: context.requestId,
    routeKey: context.routeKey,
    stage: '$default',
    time: new Date(context.time).toUTCString(),
    timeEpoch: context.time,
  };
}

/**
 * The path as functions get it: despite its name, `rawPath` has been decoded, and ends at a question mark that was
 * encoded.
 *
 * @see https://github.com/hotsock/voker/blob/main/vokerhttp/testdata/apigwv2-request.json an event of AWS
 * @see https://github.com/middleapi/standard-server/pull/93
 */
function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path).replace(/\?.*$/s, '');
  } catch {
    return path;
  }
}

/** Names in lower case, duplicates joined with commas, cookies taken out. */
function joinHeaders(rawHeaders: ApiRequest['rawHeaders']): {
  headers: Record<string, string>;
  cookies: string[];
} {
  const joined = new Map<string, string>();
  const cookies: string[] = [];
  for (const [name, value] of rawHeaders) {
    const key = name.toLowerCase();
    const before = joined.get(key);
    if (key === 'cookie') cookies.push(...value.split(/;\s*/).filter((cookie) => cookie !== ''));
    else joined.set(key, before === undefined ? value : `${before},${value}`);
  }
  return { headers: Object.fromEntries(joined), cookies };
}

function joinQuery(query: string): Record<string, string> | undefined {
  if (query === '') return undefined;
  const joined = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(joined);
}

const TEXT_TYPES = new Set(['application/json', 'application/xml', 'application/javascript']);

/**
 * Whether the API hands a body of this content type over as text. Everything else, also `application/*+json` and a
 * body without a type, arrives in base64: measured on AWS, and what makes handlers forget `isBase64Encoded`.
 */
function isText(contentType: string | undefined): boolean {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return type.startsWith('text/') || TEXT_TYPES.has(type);
}

function bodyOf(body: Buffer, contentType: string | undefined): { body?: string; isBase64Encoded: boolean } {
  if (body.length === 0) return { isBase64Encoded: false };
  if (!isText(contentType)) return { body: body.toString('base64'), isBase64Encoded: true };
  return { body: decoderFor(contentType).decode(body), isBase64Encoded: false };
}

function decoderFor(contentType: string | undefined): TextDecoder {
  const [, charset = 'utf-8'] = /;\s*charset="?([^";\s]+)/i.exec(contentType ?? '') ?? [];
  try {
    return new TextDecoder(charset, { ignoreBOM: true });
  } catch {
    return new TextDecoder('utf-8', { ignoreBOM: true });
  }
}
