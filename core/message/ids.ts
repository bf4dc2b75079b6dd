import { ULID } from './ulid.ts';

/** Every id is a prefix that says what it names, and a ULID: ids sort by creation. */
const prefixes = {
  organization: 'org_',
  webhook: 'wh_',
  channel: 'ch_',
  token: 'tok_',
  message: 'msg_',
  alert: 'al_',
  ask: 'ask_',
  user: 'usr_',
  invitation: 'inv_',
  audit: '',
} as const;

export type IdKind = keyof typeof prefixes;

/** The id of a `kind` whose position in time is `ulid`. */
export function idOf(kind: IdKind, ulid: string): string {
  return prefixes[kind] + ulid;
}

/** The ULID in an id of any kind. */
export function ulidOf(id: string): string {
  return id.slice(id.indexOf('_') + 1);
}

/**
 * Whether `text` has the shape of an id of `kind`. What has not cannot name anything, and never becomes part of a key:
 * an id with a `#` in it would address another kind of item.
 */
export function isId(kind: IdKind, text: string): boolean {
  const prefix = prefixes[kind];
  return text.startsWith(prefix) && ULID.test(text.slice(prefix.length));
}
