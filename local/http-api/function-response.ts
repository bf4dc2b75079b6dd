import * as z from 'zod';

/** An HTTP answer with its whole body. */
export interface ApiResponse {
  readonly status: number;
  /** In lower case; `set-cookie` may repeat. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

const Scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const Proxy = z.object({
  statusCode: z.coerce.number().int().min(100).max(599),
  headers: z.record(z.string(), Scalar).default({}),
  cookies: z.array(z.string()).default([]),
  body: z.string().default(''),
  isBase64Encoded: z.boolean().default(false),
});

/**
 * The HTTP answer for what a function returned. Without a `statusCode`, the value itself is the JSON body of a 200.
 *
 * @returns `undefined` when the value is not a valid answer; the API then says 500.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html#http-api-develop-integrations-lambda.response
 */
export function toResponse(payload: unknown): ApiResponse | undefined {
  if (!isObject(payload) || !('statusCode' in payload)) {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload ?? null);
    return { status: 200, headers: [['content-type', 'application/json']], body: Buffer.from(text) };
  }
  const parsed = Proxy.safeParse(payload);
  if (!parsed.success) return undefined;
  const { statusCode, headers, cookies, body, isBase64Encoded } = parsed.data;
  const lowered = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  const hasType = lowered.some(([name]) => name === 'content-type');
  return {
    status: statusCode,
    headers: [
      ...(hasType || body === '' ? [] : [['content-type', 'text/plain; charset=utf-8'] as const]),
      ...lowered.filter(([name]) => name !== 'content-length'),
      ...cookies.map((cookie) => ['set-cookie', cookie] as const),
    ],
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  };
}

/** An answer of the API itself, in its own shape. */
export function apiError(status: number, message: string): ApiResponse {
  return { status, headers: [['content-type', 'application/json']], body: Buffer.from(JSON.stringify({ message })) };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
