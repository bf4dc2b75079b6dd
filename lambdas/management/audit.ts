import { actorOf, entryOf, type View } from '../../core/directory/audit.ts';
import type { Caller } from '../../core/directory/caller.ts';
import type { Organization } from '../../core/directory/organization.ts';
import type { Deps } from './deps.ts';
import type { Reply } from './reply.ts';
import type { Route } from './route.ts';
import { memberView } from './routes/members.ts';
import { invitationView } from './routes/invitations.ts';
import { tokenView } from './routes/tokens.ts';

/** What is written down after the change. */
const AFTERWARDS = new Set([
  'organization.created',
  'organization.changed',
  'organization.deleted',
  'member.changed',
  'member.removed',
  'member.joined',
  'invitation.created',
  'invitation.deleted',
  'token.created',
  'token.deleted',
]);

type Reader = (organizationId: string, id: string) => Promise<View | undefined>;

async function shown<T>(reading: Promise<T | undefined>, view: (item: T) => View): Promise<View | undefined> {
  const item = await reading;
  return item === undefined ? undefined : view(item);
}

/** Read things as operators see them, by kind. */
function readersOf(deps: Deps): ReadonlyMap<string, Reader> {
  const { store } = deps;
  return new Map<string, Reader>([
    ['organization', async (id) => shown(store.readOrganization(id), settingsOf)],
    ['member', async (o, id) => shown(store.readMember(o, id), memberView)],
    ['invitation', async (o, id) => shown(store.readInvitation(o, id), invitationView)],
    ['token', async (o, id) => shown(store.readToken(o, id), tokenView)],
  ]);
}

function settingsOf({ name, plan, extraPacks }: Organization): View {
  return { name, plan, extraPacks };
}

type Request = { readonly caller: Caller; readonly ip: string; readonly params: Readonly<Record<string, string>> };

/** Runs a route, and notes in the audit log what it changed before anybody is told that it did. */
export type Audited = (route: Route, request: Request, run: () => Promise<Reply>) => Promise<Reply>;

/** @throws when the log cannot be written: a change without a name on it is not answered as one that went well. */
export function createAudited(deps: Deps): Audited {
  const readers = readersOf(deps);
  return async (route, { caller, ip, params }, run) => {
    const action = route.audit;
    if (action === undefined || !AFTERWARDS.has(action)) return run();
    const kind = action.split('.')[0] ?? '';
    const read = async (organizationId: string | undefined, id: string | undefined) =>
      organizationId === undefined || id === undefined ? undefined : readers.get(kind)?.(organizationId, id);
    const named = params[`${kind}Id`];
    const before = await read(params['organizationId'], named);
    const reply = await run();
    if (reply.status >= 300) return reply;
    const created = idIn(reply);
    const organizationId = params['organizationId'] ?? created ?? '';
    const target = named ?? (action === 'member.joined' ? caller.id : created) ?? '';
    const after = await read(organizationId, target);
    const views = { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
    const act = { action, actor: actorOf(caller), ip };
    for (const place of placesOf(caller, organizationId)) {
      await deps.store.appendAudit(entryOf(deps, act, { organizationId: place, target, ...views }));
    }
    return reply;
  };
}

/** What a token did elsewhere, such as founding an organisation, stands in the log of its own organisation too. */
function placesOf({ user, memberships }: Caller, organizationId: string): Set<string> {
  const own = user === undefined ? memberships.map((membership) => membership.organizationId) : [];
  return new Set([organizationId, ...own]);
}

/** The id of what an answer shows. */
function idIn({ text }: Reply): string | undefined {
  const view: unknown = JSON.parse(text ?? 'null');
  return typeof view === 'object' && view !== null && 'id' in view && typeof view.id === 'string' ? view.id : undefined;
}
