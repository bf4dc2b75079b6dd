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

type Done<T> = { readonly kind: 'done'; readonly value: T };
type Invalid = Extract<Refusal, { kind: 'invalid' }>;

/** The result of a change, or the reason why nothing changed. */
export type ChangeResult<T> = Done<T> | Refusal;

/** What would be stored, or what is wrong with it. */
export type Checked<T> = Done<T> | Invalid;

/** The result of a change that was made. */
export function done<T>(value: T): Done<T> {
  return { kind: 'done', value };
}

/** The refusal of a change because of one field. */
export function invalid(path: string, message: string): Invalid {
  return { kind: 'invalid', issues: [{ path, message }] };
}

/** The refusal of a slug that another one has. */
export function slugRefusal(thing: 'webhook' | 'channel'): Refusal {
  return invalid('slug', `another ${thing} has this slug`);
}

/** The refusal of a change to something that is not there, or not the caller's. */
export const notFound: Refusal = { kind: 'not-found' };
