import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

type Headers = Readonly<Record<string, string>>;

/** Addresses hold a secret: nothing keeps the answers, and no other page learns where somebody came from. */
const PRIVATE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
} as const;

/** An answer in JSON. */
export function json(statusCode: number, body: object, headers: Headers = {}): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode,
    headers: { ...PRIVATE, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** An answer without a body. */
export function bare(statusCode: number, headers: Headers = {}): APIGatewayProxyStructuredResultV2 {
  return { statusCode, headers: { ...PRIVATE, ...headers } };
}

/** A page. Its policy lets nothing in but its own style, and no site may frame it. */
export function html(
  statusCode: number,
  { text, styleHash }: { readonly text: string; readonly styleHash: string },
): APIGatewayProxyStructuredResultV2 {
  const policy = [
    `default-src 'none'; style-src '${styleHash}'`,
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  ].join('; ');
  return {
    statusCode,
    headers: {
      ...PRIVATE,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-frame-options': 'DENY',
    },
    body: text,
  };
}

export const notFound = json(404, { error: 'Not found' });

/** The answer to a method that an address does not take. */
export function methodNotAllowed(allow: string): APIGatewayProxyStructuredResultV2 {
  return json(405, { error: 'Method not allowed' }, { allow });
}
