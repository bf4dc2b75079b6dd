import type { Refusal } from '../../core/directory/change-result.ts';
import type { Issue } from '../../core/words/issue.ts';

/** An answer as data. */
export interface Reply {
  readonly status: number;
  /** JSON text; absent: no body. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that shows `view`; `version` becomes the entity tag of a single resource. */
export function shown(view: unknown, { status = 200, version }: { status?: number; version?: number } = {}): Reply {
  return {
    status,
    text: JSON.stringify(view),
    ...(version === undefined ? {} : { headers: { etag: `"${version}"` } }),
  };
}

/** The media type of YAML. @see https://www.rfc-editor.org/rfc/rfc9512 */
export const YAML_TYPE = 'application/yaml';

export const noContent: Reply = { status: 204 };

/** An error answer (contract section 6). */
export function failed(status: number, error: string, details: readonly Issue[] = []): Reply {
  return { status, text: JSON.stringify(details.length === 0 ? { error } : { error, details }) };
}

export const notFoundReply: Reply = failed(404, 'Not found');

/** The answer to a method that a path does not take. A path that takes GET also takes HEAD. */
export function methodNotAllowed(methods: readonly string[]): Reply {
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return { ...failed(405, 'Method not allowed'), headers: { allow } };
}

/** The answer to a change that was not made. */
export function refused(refusal: Refusal): Reply {
  switch (refusal.kind) {
    case 'not-found':
      return refusal.what === undefined ? notFoundReply : failed(404, `Not found: ${refusal.what}`);
    case 'invalid':
      return failed(400, 'Invalid request', refusal.issues);
    case 'stale':
      return failed(409, 'The resource was changed since the version in If-Match');
    case 'plan-limit':
      return failed(429, `The plan allows ${refusal.limit} webhooks`);
    case 'daily-limit': {
      const error = `At most ${refusal.limit} ${refusal.what} a day can be made by one person or organisation`;
      return { ...failed(429, error), headers: { 'retry-after': String(refusal.retryAfterSeconds) } };
    }
    case 'busy':
      return { ...failed(503, 'Too many changes at the same time'), headers: { 'retry-after': '1' } };
    default:
      return refusal satisfies never;
  }
}
