import { maskSecret } from '../channels/config-secrets.ts';
import { isJsonObject } from '../message/json-object.ts';
import { AUDIT_LIFETIME_SECONDS, type AuditAction, type AuditActor, type AuditEntry } from './audit-entry.ts';
import type { Caller } from './caller.ts';
import { type Generators, timestamp } from './generators.ts';
import type { Page, PageRequest } from './page.ts';

/** The audit log of organisations. Nothing changes or removes an entry but its age. */
export interface AuditStore {
  /** Notes an act that changes nothing in the directory. A change is written together with its entry. */
  appendAudit(entry: AuditEntry): Promise<void>;
  listAudit(organizationId: string, page: PageRequest): Promise<Page<AuditEntry>>;
}

/** Who changes something and from where, what the log calls it, and why, where the router itself knows. */
export interface Act {
  readonly action: AuditAction;
  readonly actor: AuditActor;
  readonly ip?: string;
  readonly reason?: string;
}

/** Something by its fields, as it is stored or as operators see it. */
export type View = Readonly<Record<string, unknown>>;

/** What an act changes. Without `before` it is new, without `after` it is gone, without both it stays as it is. */
export interface Effect {
  readonly organizationId: string;
  readonly target: string;
  readonly before?: View;
  readonly after?: View;
}

/** What entries need. */
export type EntryPorts = Pick<Generators, 'now' | 'newUlid'>;

/** Fields that hold a secret, or an address with one in it. */
const SECRETS = new Set(['publicId', 'streamId', 'pushUrl']);

/** What says nothing: the entry itself says whose and what it is, and hashes, counters and times are nobody's setting. */
const LEFT_OUT = new Set([
  'id',
  'organizationId',
  'version',
  'updatedAt',
  'lastUsedAt',
  'apiKeyHash',
  'tokenHash',
  'lineage',
  'root',
  'pauses',
  'applied',
  'stack',
  'secretNames',
  'givenSecrets',
]);

/** One field of a change beyond this many characters of JSON is not kept: an item holds 400 KB. */
const MAX_FIELD_CHARACTERS = 8_000;

/** The entry of a change, with the fields that are different now. */
export function entryOf(
  ports: EntryPorts,
  { action, actor, ip, reason }: Act,
  { organizationId, target, before, after }: Effect,
): AuditEntry {
  const isChanged = (field: string) => !LEFT_OUT.has(field) && textOf(before?.[field]) !== textOf(after?.[field]);
  const changed = Object.keys({ ...before, ...after }).filter(isChanged);
  const pick = (view: View) =>
    withoutSecrets(Object.fromEntries(changed.map((field) => [field, bounded(view[field] ?? null)])));
  return {
    id: ports.newUlid(),
    organizationId,
    at: timestamp(ports),
    actor,
    action,
    target,
    ...(reason === undefined ? {} : { reason }),
    ...(before === undefined ? {} : { before: pick(before) }),
    ...(after === undefined ? {} : { after: pick(after) }),
    ...(ip === undefined ? {} : { ip }),
    expiresAt: Math.floor(ports.now() / 1000) + AUDIT_LIFETIME_SECONDS,
  };
}

/** The log lives longer than what is secret now, so secrets show only that they changed. */
export function withoutSecrets(view: View): View {
  return Object.fromEntries(
    Object.entries(view).map(([field, value]) => [
      field,
      SECRETS.has(field) && typeof value === 'string' ? maskSecret(value) : value,
    ]),
  );
}

/** How the log names a caller. */
export function actorOf({ id, user, tokenName }: Caller): AuditActor {
  return user === undefined ? { type: 'token', id, name: tokenName } : { type: 'user', id, email: user.email };
}

/** An act of the router itself. */
export function systemAct(action: AuditAction, reason: string): Act {
  return { action, actor: { type: 'system' }, reason };
}

/** A change that an act brings with it, such as unlinking a channel that is deleted. */
export function stepOf(act: Act, action: AuditAction, reason: string): Act {
  return { ...act, action, reason };
}

/** The same for the same content: what was stored comes back with its keys in any order. */
function textOf(value: unknown): string | undefined {
  return JSON.stringify(value, (_, inner: unknown) =>
    isJsonObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}

function bounded(value: unknown): unknown {
  const { length } = JSON.stringify(value);
  return length > MAX_FIELD_CHARACTERS ? `(${length} characters)` : value;
}
