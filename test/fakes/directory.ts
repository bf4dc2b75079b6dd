import type { AuditStore } from '../../core/directory/audit.ts';
import type { AuditEntry } from '../../core/directory/audit-entry.ts';
import type { Channel } from '../../core/directory/channel.ts';
import type { ChannelReader, ChannelWriter } from '../../core/directory/channel-store.ts';
import { lost } from '../../core/directory/change.ts';
import { type Endpoint, endpointOf } from '../../core/directory/endpoint.ts';
import { streamEndpointOf } from '../../core/directory/live-controls.ts';
import type { Organization } from '../../core/directory/organization.ts';
import type {
  OrganizationStore,
  TokenGrants,
  TokenStore,
  UsageStore,
} from '../../core/directory/organization-store.ts';
import type { Page, PageRequest } from '../../core/directory/page.ts';
import { emailKey, type Invitation, type Member, type User } from '../../core/directory/person.ts';
import type { InvitationStore, MemberStore, PersonStore } from '../../core/directory/person-store.ts';
import type { StreamEndpoint } from '../../core/directory/stream-endpoint.ts';
import type { SuppressionStore } from '../../core/directory/suppression.ts';
import { type Token, TokenGrant } from '../../core/directory/token.ts';
import type { Webhook } from '../../core/directory/webhook.ts';
import { saved, slugTaken, type WebhookReader, type WebhookWriter } from '../../core/directory/webhook-store.ts';
import type { LiveControl } from '../../core/live/live-event.ts';
import type { ApplyLock } from '../../core/document/apply-lock.ts';
import { createFakeSuppressions } from './suppressions.ts';

export type DirectoryStore = OrganizationStore &
  TokenStore &
  TokenGrants &
  WebhookReader &
  WebhookWriter &
  ChannelReader &
  ChannelWriter &
  PersonStore &
  MemberStore &
  InvitationStore &
  AuditStore &
  ApplyLock &
  SuppressionStore;

/** A directory in memory that keeps the promises of the real one, and shows what the other readers would see. */
export function createFakeDirectory() {
  const organizations = new Map<string, Organization>();
  const tokens = new Map<string, Token>();
  const webhooks = new Map<string, Webhook>();
  const channels = new Map<string, Channel>();
  const endpoints = new Map<string, Endpoint>();
  const streams = new Map<string, StreamEndpoint>();
  const controls: LiveControl[] = [];
  const users = new Map<string, User>();
  const identities = new Map<string, string>();
  const expected = new Map<string, string>();
  const members = new Map<string, Member>();
  const invitations = new Map<string, Invitation>();
  const audit = new Map<string, AuditEntry>();
  const locks = new Map<string, { readonly holder: string; readonly until: number }>();

  const owned = <T extends { organizationId: string }>(item: T | undefined, organizationId: string) =>
    item?.organizationId === organizationId ? structuredClone(item) : undefined;
  const memberKey = ({ organizationId, id }: Pick<Member, 'organizationId' | 'id'>) => `${organizationId} ${id}`;
  const isLastOwner = ({ organizationId, role }: Member) =>
    role === 'owner' &&
    [...members.values()].filter((other) => other.organizationId === organizationId && other.role === 'owner').length <
      2;
  /** Whether the entry can be written; like all else, it is only where the whole change is. */
  const note = (entry: AuditEntry) => !audit.has(entry.id) && audit.set(entry.id, entry) === audit;
  /** Whether another thing of the organisation has the slug. */
  const isTaken = (
    things: ReadonlyMap<string, Webhook | Channel>,
    { id, organizationId, slug }: Webhook | Channel,
  ): boolean =>
    slug !== undefined &&
    [...things.values()].some(
      (other) => other.slug === slug && other.id !== id && other.organizationId === organizationId,
    );
  const putStream = (channel: Channel) => {
    const stream = streamEndpointOf(channel);
    if (stream !== undefined) streams.set(channel.streamId!, stream);
  };

  const store: DirectoryStore = {
    readOrganization: async (id) => structuredClone(organizations.get(id)),
    insertOrganization: async ({ organization, owner, entries }) => {
      if (organizations.has(organization.id) || entries.some(({ id }) => audit.has(id))) throw new Error('refused');
      entries.forEach(note);
      organizations.set(organization.id, organization);
      if (owner !== undefined) members.set(memberKey(owner), owner);
    },
    removeOrganization: async ({ id, version }, entry) => {
      if (organizations.get(id)?.version !== version || !note(entry)) return lost;
      organizations.delete(id);
      return saved;
    },
    replaceOrganization: async ({ before, after, entry }) => {
      if (organizations.get(before.id)?.version !== before.version || !note(entry)) return lost;
      organizations.set(after.id, after);
      return saved;
    },
    listTokens: async (organizationId, page) => pageOf(tokens, organizationId, page),
    readToken: async (organizationId, id) => owned(tokens.get(id), organizationId),
    noteUse: async (_, { tokenId }, at) => {
      const token = tokens.get(tokenId);
      if (token !== undefined) tokens.set(tokenId, { ...token, lastUsedAt: at });
    },
    insertToken: async (token, entry) => {
      if (tokens.has(token.id) || !note(entry)) throw new Error('refused');
      tokens.set(token.id, token);
    },
    removeToken: async ({ id }, entry) => (tokens.has(id) && note(entry) && tokens.delete(id) ? saved : lost),
    findGrant: async (hash) => {
      const token = [...tokens.values()].find(({ tokenHash }) => tokenHash === hash);
      if (token === undefined) return undefined;
      return TokenGrant.parse({ ...token, tokenId: token.id });
    },
    readWebhook: async (organizationId, id) => owned(webhooks.get(id), organizationId),
    listWebhooks: async (organizationId, page) => pageOf(webhooks, organizationId, page),
    insertWebhook: async ({ webhook, limit, entry }) => {
      if (webhooks.has(webhook.id)) return lost;
      const count = [...webhooks.values()].filter((other) => other.organizationId === webhook.organizationId).length;
      if (limit !== undefined && count >= limit) return { kind: 'plan-limit', limit };
      if (webhook.links.some(({ channelId }) => !channels.has(channelId)) || audit.has(entry.id)) return lost;
      if (isTaken(webhooks, webhook)) return slugTaken;
      note(entry);
      webhooks.set(webhook.id, webhook);
      endpoints.set(webhook.publicId, endpointOf(webhook));
      return saved;
    },
    replaceWebhook: async ({ before, after, entry }) => {
      if (webhooks.get(before.id)?.version !== before.version || audit.has(entry.id)) return lost;
      const known = new Set(before.links.map(({ channelId }) => channelId));
      if (after.links.some(({ channelId }) => !known.has(channelId) && !channels.has(channelId))) return lost;
      if (isTaken(webhooks, after)) return slugTaken;
      note(entry);
      webhooks.set(after.id, after);
      endpoints.delete(before.publicId);
      endpoints.set(after.publicId, endpointOf(after));
      return saved;
    },
    removeWebhook: async (webhook, entry) => {
      if (webhooks.get(webhook.id)?.version !== webhook.version || !note(entry)) return lost;
      webhooks.delete(webhook.id);
      endpoints.delete(webhook.publicId);
      return saved;
    },
    readChannel: async (organizationId, id) => owned(channels.get(id), organizationId),
    listChannels: async (organizationId, page) => pageOf(channels, organizationId, page),
    insertChannel: async (channel, entry) => {
      if (channels.has(channel.id) || audit.has(entry.id)) return lost;
      if (isTaken(channels, channel)) return slugTaken;
      note(entry);
      channels.set(channel.id, channel);
      putStream(channel);
      return saved;
    },
    replaceChannel: async (change) => {
      if (channels.get(change.before.id)?.version !== change.before.version || audit.has(change.entry.id)) return lost;
      if (isTaken(channels, change.after)) return slugTaken;
      note(change.entry);
      channels.set(change.after.id, change.after);
      streams.delete(change.before.streamId ?? '');
      putStream(change.after);
      controls.push(...change.controls);
      return saved;
    },
    removeChannel: async ({ channel, controls: events, entry }) => {
      if (channels.get(channel.id)?.version !== channel.version || !note(entry)) return lost;
      channels.delete(channel.id);
      streams.delete(channel.streamId ?? '');
      controls.push(...events);
      return saved;
    },
    announce: async (control) => {
      controls.push(control);
    },
    findPerson: async (identity) => {
      const user = users.get(identities.get(identity) ?? '');
      if (user === undefined) return undefined;
      const own = [...members.values()].filter(({ id }) => id === user.id);
      return { user, memberships: own.map(({ organizationId, role }) => ({ organizationId, role })) };
    },
    signUp: async (identity, user) => {
      if (identities.has(identity)) return lost;
      const expectedId = expected.get(emailKey(user.email));
      if (expectedId === undefined) users.set(user.id, user);
      expected.delete(emailKey(user.email));
      identities.set(identity, expectedId ?? user.id);
      return saved;
    },
    insertUser: async (user) => {
      users.set(user.id, user);
      expected.set(emailKey(user.email), user.id);
    },
    expectUser: async ({ id, email }) => {
      expected.set(emailKey(email), id);
    },
    readMember: async (organizationId, id) => structuredClone(members.get(memberKey({ organizationId, id }))),
    listMembers: async (organizationId, page) => pageOf(members, organizationId, page),
    replaceMember: async ({ before, after, entry }) => {
      if (members.get(memberKey(before))?.version !== before.version) return lost;
      if (after.role !== 'owner' && isLastOwner(before)) return { kind: 'last-owner' };
      if (!note(entry)) return lost;
      members.set(memberKey(after), after);
      return saved;
    },
    removeMember: async (member, entry) => {
      if (members.get(memberKey(member))?.version !== member.version) return lost;
      if (isLastOwner(member)) return { kind: 'last-owner' };
      if (!note(entry)) return lost;
      members.delete(memberKey(member));
      return saved;
    },
    eraseMember: async (member, entry) => {
      const key = memberKey(member);
      return members.has(key) && note(entry) && members.delete(key) ? saved : lost;
    },
    readInvitation: async (organizationId, id) => owned(invitations.get(id), organizationId),
    listInvitations: async (organizationId, page) => pageOf(invitations, organizationId, page),
    insertInvitation: async (invitation, entry) => {
      if (invitations.has(invitation.id) || !note(entry)) throw new Error('refused');
      invitations.set(invitation.id, invitation);
    },
    removeInvitation: async ({ id }, entry) =>
      invitations.has(id) && note(entry) && invitations.delete(id) ? saved : lost,
    findInvitation: async (hash) => [...invitations.values()].find(({ tokenHash }) => tokenHash === hash),
    acceptInvitation: async ({ invitation, member, entry }) => {
      if (members.has(memberKey(member)) || !invitations.has(invitation.id) || !note(entry)) return lost;
      invitations.delete(invitation.id);
      members.set(memberKey(member), member);
      return saved;
    },
    appendAudit: async (entry) => {
      if (!note(entry)) throw new Error('The entry exists already.');
    },
    lockApply: async ({ organizationId, holder, at, until }) => {
      const held = locks.get(organizationId);
      if (held !== undefined && held.until >= at) return false;
      locks.set(organizationId, { holder, until });
      return true;
    },
    unlockApply: async (organizationId, holder) => {
      if (locks.get(organizationId)?.holder === holder) locks.delete(organizationId);
    },
    listAudit: async (organizationId, page) => pageOf(audit, organizationId, page),
    ...createFakeSuppressions({ note, isThere: (organizationId) => organizations.has(organizationId) }),
  };
  return {
    store,
    endpointAt: async (publicId: string) => endpoints.get(publicId),
    streamAt: async (streamId: string) => streams.get(streamId),
    controlsOf: async (channelId: string) => controls.filter((control) => control.channelId === channelId),
  };
}

/** Monthly counters in memory; `seed` makes one, as the first send of a month does. */
export function createFakeUsage() {
  const counters = new Map<string, { count: number; limit: number; plan: string }>();
  const store: UsageStore = {
    readUsage: async (organizationId, month) => counters.get(`${organizationId} ${month}`)?.count ?? 0,
    changeLimit: async (organizationId, month, quota) => {
      const counter = counters.get(`${organizationId} ${month}`);
      if (counter !== undefined) Object.assign(counter, quota);
    },
  };
  return {
    store,
    counterOf: async (organizationId: string, month: string) => counters.get(`${organizationId} ${month}`),
    seed: async (organizationId: string, month: string, counter: { count: number; limit: number; plan: string }) => {
      counters.set(`${organizationId} ${month}`, { ...counter });
    },
  };
}

function pageOf<T extends { id: string; organizationId: string }>(
  items: ReadonlyMap<string, T>,
  organizationId: string,
  { limit, after }: PageRequest,
): Page<T> {
  const all = [...items.values()]
    .filter((item) => item.organizationId === organizationId && (after === undefined || item.id < after))
    .sort((a, b) => (a.id < b.id ? 1 : -1));
  const page = all.slice(0, limit);
  return { items: structuredClone(page), ...(all.length > limit ? { next: page.at(-1)!.id } : {}) };
}
