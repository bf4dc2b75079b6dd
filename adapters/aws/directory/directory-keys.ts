import { hashSecret } from '../../../core/directory/secret-hash.ts';

/** A primary key of the Directory table. */
export type DirectoryKey = Readonly<{ pk: string; sk: string }>;

const ORGANIZATION = 'ORG#';
const partition = (organizationId: string) => ORGANIZATION + organizationId;

/** What the sort keys of one kind of item start with, for lists. */
export const sortPrefixes = {
  webhook: 'WEBHOOK#',
  channel: 'CHANNEL#',
  token: 'TOKEN#',
  member: 'MEMBER#',
  invitation: 'INVITATION#',
  audit: 'AUDIT#',
  suppression: 'SUPPRESSION#',
} as const;

/**
 * Where everything is in the Directory table. Items that a secret leads to are keyed by its hash, because keys show up
 * in insights and logs.
 */
export const directoryKeys = {
  partition,
  organization: (organizationId: string) => ({ pk: partition(organizationId), sk: 'ORG' }),
  /** The list of all organisations. */
  organizationEntry: (organizationId: string) => ({ pk: 'ORGANIZATIONS', sk: partition(organizationId) }),
  /** The organisation of an entry in that list, from its sort key. */
  organizationIn: (sk: string) => sk.slice(ORGANIZATION.length),
  /** How many webhooks there are, for the plan's limit. */
  webhookCount: (organizationId: string) => ({ pk: partition(organizationId), sk: 'WEBHOOKS' }),
  webhook: (organizationId: string, id: string) => ({ pk: partition(organizationId), sk: sortPrefixes.webhook + id }),
  channel: (organizationId: string, id: string) => ({ pk: partition(organizationId), sk: sortPrefixes.channel + id }),
  /** Which webhook or channel has a slug. */
  slug: (organizationId: string, kindAndSlug: string) => ({ pk: partition(organizationId), sk: `SLUG#${kindAndSlug}` }),
  /** Held while a document is applied. */
  applying: (organizationId: string) => ({ pk: partition(organizationId), sk: 'APPLYING' }),
  token: (organizationId: string, id: string) => ({ pk: partition(organizationId), sk: sortPrefixes.token + id }),
  /** One line of the audit log; ids are ULIDs, so the log reads in order. */
  audit: (organizationId: string, id: string) => ({ pk: partition(organizationId), sk: sortPrefixes.audit + id }),
  /** The data key that seals the secrets of its channels; encrypted itself. */
  dataKey: (organizationId: string) => ({ pk: partition(organizationId), sk: 'DATAKEY' }),
  /** An address that must get no mail. */
  suppression: (organizationId: string, id: string) => ({
    pk: partition(organizationId),
    sk: sortPrefixes.suppression + id,
  }),
  endpoint: (publicId: string) => ({ pk: `ENDPOINT#${hashSecret(publicId)}`, sk: 'ENDPOINT' }),
  stream: (streamId: string) => ({ pk: `STREAM#${hashSecret(streamId)}`, sk: 'STREAM' }),
  member: (organizationId: string, id: string) => ({ pk: partition(organizationId), sk: sortPrefixes.member + id }),
  /** How many owners there are, so that the last one stays. */
  ownerCount: (organizationId: string) => ({ pk: partition(organizationId), sk: 'OWNERS' }),
  invitation: (organizationId: string, id: string) => ({
    pk: partition(organizationId),
    sk: sortPrefixes.invitation + id,
  }),
  invitationToken: (tokenHash: string) => ({ pk: `INVITATION#${tokenHash}`, sk: 'INVITATION' }),
  user: (userId: string) => ({ pk: `USER#${userId}`, sk: 'USER' }),
  /** Beside the person, so that one query tells who somebody is and where they may act. */
  membership: (userId: string, organizationId: string) => ({ pk: `USER#${userId}`, sk: partition(organizationId) }),
  identity: (identity: string) => ({ pk: `IDENTITY#${identity}`, sk: 'IDENTITY' }),
  /** A person who was added with an address and has not signed in yet. */
  expectedUser: (emailKey: string) => ({ pk: `EMAIL#${hashSecret(emailKey)}`, sk: 'EMAIL' }),
  tokenGrant: (tokenHash: string) => ({ pk: `TOKEN#${tokenHash}`, sk: 'TOKEN' }),
} satisfies Record<string, ((...ids: string[]) => DirectoryKey) | typeof partition>;
