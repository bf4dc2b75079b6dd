import { type AuditedChange, recordChange, type View } from '../../core/directory/audit.ts';
import type { Caller } from '../../core/directory/caller.ts';
import type { Organization } from '../../core/directory/organization.ts';
import type { Deps } from './deps.ts';
import type { Reply } from './reply.ts';
import type { Route } from './route.ts';
import { channelView } from './routes/channel-view.ts';
import { memberView } from './routes/members.ts';
import { invitationView } from './routes/invitations.ts';
import { tokenView } from './routes/tokens.ts';
import { webhookView } from './routes/webhook-view.ts';

const organization = '/organizations/{organizationId}';
const webhook = `${organization}/webhooks/{webhookId}`;
const channel = `${organization}/channels/{channelId}`;
const message = `${organization}/messages/{messageId}`;

/** What the log calls each change. The word before the dot says what the target is. */
const actions: ReadonlyMap<string, string> = new Map([
  ['post /organizations', 'organization.created'],
  [`patch ${organization}`, 'organization.changed'],
  [`delete ${organization}`, 'organization.deleted'],
  [`post ${organization}/webhooks`, 'webhook.created'],
  [`patch ${webhook}`, 'webhook.changed'],
  [`delete ${webhook}`, 'webhook.deleted'],
  [`post ${webhook}/regenerate-url`, 'webhook.url-regenerated'],
  [`post ${webhook}/regenerate-key`, 'webhook.key-regenerated'],
  [`put ${webhook}/channels/{channelId}`, 'webhook.channel-linked'],
  [`delete ${webhook}/channels/{channelId}`, 'webhook.channel-unlinked'],
  [`post ${organization}/channels`, 'channel.created'],
  [`patch ${channel}`, 'channel.changed'],
  [`delete ${channel}`, 'channel.deleted'],
  [`post ${channel}/regenerate-stream-id`, 'channel.stream-id-regenerated'],
  [`post ${channel}/regenerate-push-url`, 'channel.push-url-regenerated'],
  [`post ${channel}/test`, 'channel.tested'],
  [`post ${message}/replay`, 'message.replayed'],
  [`post ${message}/deliveries/{channelId}/retry`, 'message.delivery-retried'],
  [`patch ${organization}/members/{memberId}`, 'member.changed'],
  [`delete ${organization}/members/{memberId}`, 'member.removed'],
  ['post /invitations/{token}/accept', 'member.joined'],
  [`post ${organization}/invitations`, 'invitation.created'],
  [`delete ${organization}/invitations/{invitationId}`, 'invitation.deleted'],
  [`delete ${organization}/suppressions/{suppressionId}`, 'suppression.deleted'],
  [`post ${organization}/tokens`, 'token.created'],
  [`delete ${organization}/tokens/{tokenId}`, 'token.deleted'],
]);

type Reader = (organizationId: string, id: string) => Promise<View | undefined>;

async function shown<T>(reading: Promise<T | undefined>, view: (item: T) => View): Promise<View | undefined> {
  const item = await reading;
  return item === undefined ? undefined : view(item);
}

/** Read things as operators see them, by kind. */
function readersOf(deps: Deps): ReadonlyMap<string, Reader> {
  const { store, publicBaseUrl } = deps;
  return new Map<string, Reader>([
    ['organization', async (id) => shown(store.readOrganization(id), settingsOf)],
    ['webhook', async (o, id) => shown(store.readWebhook(o, id), (item) => webhookView(item, publicBaseUrl))],
    ['channel', async (o, id) => shown(store.readChannel(o, id), (item) => channelView(item, publicBaseUrl))],
    ['member', async (o, id) => shown(store.readMember(o, id), memberView)],
    ['invitation', async (o, id) => shown(store.readInvitation(o, id), invitationView)],
    ['token', async (o, id) => shown(store.readToken(o, id), tokenView)],
  ]);
}

function settingsOf({ name, plan, extraPacks }: Organization): View {
  return { name, plan, extraPacks };
}

type Request = Pick<AuditedChange, 'caller' | 'ip'> & { readonly params: Readonly<Record<string, string>> };

/** Runs a route, and notes in the audit log what it changed before anybody is told that it did. */
export type Audited = (route: Route, request: Request, run: () => Promise<Reply>) => Promise<Reply>;

/** @throws when the log cannot be written: a change without a name on it is not answered as one that went well. */
export function createAudited(deps: Deps): Audited {
  const readers = readersOf(deps);
  return async (route, { caller, ip, params }, run) => {
    const action = actionOf(route);
    if (action === undefined) return run();
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
    for (const place of placesOf(caller, organizationId)) {
      await recordChange(deps, { organizationId: place, caller, action, target, ip, before, after });
    }
    return reply;
  };
}

/** What a token did elsewhere, such as founding an organisation, stands in the log of its own organisation too. */
function placesOf({ user, memberships }: Caller, organizationId: string): Set<string> {
  const own = user === undefined ? memberships.map((membership) => membership.organizationId) : [];
  return new Set([organizationId, ...own]);
}

/** What the log calls a call; `undefined` when it changes nothing. */
export function actionOf({ method, path }: Pick<Route, 'method' | 'path'>): string | undefined {
  return actions.get(`${method} ${path}`);
}

/** The id of what an answer shows. */
function idIn({ text }: Reply): string | undefined {
  const view: unknown = JSON.parse(text ?? 'null');
  return typeof view === 'object' && view !== null && 'id' in view && typeof view.id === 'string' ? view.id : undefined;
}
