import type { Issue } from '../words/issue.ts';

/** Why a change was not made. All of these are expected; a bug throws. */
export type Refusal =
  /** `what` says what is not there, where a request names several things. */
  | { readonly kind: 'not-found'; readonly what?: string }
  | { readonly kind: 'invalid'; readonly issues: readonly Issue[] }
  /** The caller knows an older version than the stored one. */
  | { readonly kind: 'stale' }
  /** Too many others changed the same resource at the same time. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'plan-limit'; readonly limit: number }
  /** One actor made as many today as allowed. */
  | {
      readonly kind: 'daily-limit';
      readonly what: 'organisations' | 'invitations';
      readonly limit: number;
      readonly retryAfterSeconds: number;
    };

/** The result of a change, or the reason why nothing changed. */
export type ChangeResult<T> = { readonly kind: 'done'; readonly value: T } | Refusal;

/** The result of a change that was made. */
export function done<T>(value: T): ChangeResult<T> {
  return { kind: 'done', value };
}

/** The refusal of a change because of one field. */
export function invalid(path: string, message: string): Refusal {
  return { kind: 'invalid', issues: [{ path, message }] };
}

/** The refusal of a change to something that is not there, or not the caller's. */
export const notFound: Refusal = { kind: 'not-found' };
