import { AUDIT_LIFETIME_SECONDS, type AuditActor, type AuditEntry } from './audit-entry.ts';
import type { Caller } from './caller.ts';
import { type Generators, timestamp } from './generators.ts';
import type { Page, PageRequest } from './page.ts';

/** The audit log of organisations. Nothing changes or removes an entry but its age. */
export interface AuditStore {
  appendAudit(entry: AuditEntry): Promise<void>;
  listAudit(organizationId: string, page: PageRequest): Promise<Page<AuditEntry>>;
}

/** Something as operators see it. */
export type View = Readonly<Record<string, unknown>>;

/** A change that a caller of the API made. */
export interface AuditedChange extends Omit<AuditedEvent, 'actor'> {
  readonly caller: Caller;
}

/** A change that was made. */
interface AuditedEvent {
  readonly organizationId: string;
  readonly actor: AuditActor;
  readonly action: string;
  readonly target: string;
  readonly ip: string;
  readonly before: View | undefined;
  readonly after: View | undefined;
}

/** Secrets that views show, and what says nothing. */
const LEFT_OUT = new Set([
  'publicId',
  'endpointUrl',
  'streamId',
  'streamUrl',
  'pushUrl',
  'apiKey',
  'token',
  'link',
  'managementToken',
  'updatedAt',
  'usage',
]);

/** One field of a change beyond this many characters of JSON is not kept: an item holds 400 KB. */
const MAX_FIELD_CHARACTERS = 8_000;

/** What the log is written with. */
type AuditPorts = Pick<Generators, 'now' | 'newUlid'> & { readonly store: Pick<AuditStore, 'appendAudit'> };

/** `recordEvent` of what a caller did. */
export async function recordChange(ports: AuditPorts, { caller, ...change }: AuditedChange): Promise<void> {
  return recordEvent(ports, { ...change, actor: actorOf(caller) });
}

/** Appends a change to the log of its organisation, with the fields that are different now. */
export async function recordEvent(
  ports: AuditPorts,
  { organizationId, actor, action, target, ip, ...views }: AuditedEvent,
): Promise<void> {
  const { before, after } = differences(views.before, views.after);
  await ports.store.appendAudit({
    id: ports.newUlid(),
    organizationId,
    at: timestamp(ports),
    actor,
    action,
    target,
    ip,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    expiresAt: Math.floor(ports.now() / 1000) + AUDIT_LIFETIME_SECONDS,
  });
}

/** A caller as the log names them. */
export function actorOf({ id, user, tokenName }: Caller): AuditActor {
  return user === undefined ? { type: 'token', id, name: tokenName } : { type: 'user', id, email: user.email };
}

function differences(before: View | undefined, after: View | undefined) {
  const isSame = (key: string) =>
    before !== undefined && after !== undefined && JSON.stringify(before[key]) === JSON.stringify(after[key]);
  const pick = (view: View | undefined) =>
    view &&
    Object.fromEntries(
      Object.entries(view)
        .filter(([key]) => !LEFT_OUT.has(key) && !isSame(key))
        .map(([key, value]) => [key, bounded(value)]),
    );
  return { before: pick(before), after: pick(after) };
}

function bounded(value: unknown): unknown {
  const { length } = JSON.stringify(value) ?? '';
  return length > MAX_FIELD_CHARACTERS ? `(${length} characters)` : value;
}
