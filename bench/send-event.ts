/** What a send is: where to, and what. */
interface Sent {
  readonly publicId: string;
  readonly body: string;
  /** The environment of the function: it may want to see that CloudFront calls. */
  readonly env: Readonly<Record<string, string>>;
}

/** The event of one `POST /n/{publicId}`, as the HTTP API hands it to the function. */
export function sendEvent({ publicId, body, env }: Sent): object {
  const [originSecret] = (env['ORIGIN_SECRETS'] ?? '').split(',');
  return {
    version: '2.0',
    routeKey: 'POST /n/{publicId}',
    rawPath: `/n/${publicId}`,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'bench',
      ...(originSecret === undefined ? {} : { 'origin-secret': originSecret }),
    },
    pathParameters: { publicId },
    requestContext: {
      requestId: 'bench',
      http: { method: 'POST', path: `/n/${publicId}`, sourceIp: '127.0.0.1', userAgent: 'bench' },
    },
    body,
    isBase64Encoded: false,
  };
}

/** A JSON body of `bytes` bytes: a notification as a build server would send it, with a log to fill it up. */
export function bodyOf(bytes: number): string {
  const body = {
    title: 'Deploy finished',
    message: 'Version 42 is live on all hosts',
    priority: 4,
    tags: ['production', 'ci'],
    data: { environment: 'production', log: '' },
  };
  body.data.log = 'x'.repeat(Math.max(0, bytes - JSON.stringify(body).length));
  return JSON.stringify(body);
}
