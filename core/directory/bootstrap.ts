import { entryOf, systemAct } from './audit.ts';
import { channelFacts } from './audit-views.ts';
import type { AuditAction } from './audit-entry.ts';
import type { Channel } from './channel.ts';
import type { ChannelWriter } from './channel-store.ts';
import { type Generators, timestamp } from './generators.ts';
import { idOf } from '../message/ids.ts';
import { putLink, type LinkPorts } from './links.ts';
import { systemMaker } from './maker.ts';
import { createOrganization } from './organizations.ts';
import type { OrganizationStore, TokenStore } from './organization-store.ts';
import type { PersonStore } from './person-store.ts';
import { issueToken } from './tokens.ts';
import { createWebhook } from './webhooks.ts';
import type { ChangeResult } from './change-result.ts';

/** What the first organisation of a deployment needs. */
export interface BootstrapPorts extends LinkPorts {
  readonly store: LinkPorts['store'] &
    Pick<ChannelWriter, 'insertChannel'> &
    Pick<OrganizationStore, 'insertOrganization'> &
    Pick<TokenStore, 'insertToken'> &
    Pick<PersonStore, 'insertUser'>;
}

/** What the first start must tell its operator. All but `organizationId` are secrets. */
export interface Bootstrapped {
  readonly organizationId: string;
  /** An owner's token. */
  readonly managementToken: string;
  /** The webhook to send a first notification to. */
  readonly publicId: string;
  /** The Live Stream channel that shows it. */
  readonly streamId: string;
}

/**
 * Creates an organisation with an owner, who is linked to the first sign-in with their address, an owner's token, and one webhook linked to one Live Stream channel (contract section 1),
 * so that a first notification can be sent and seen before anything was configured.
 */
export async function bootstrapOrganization(
  ports: BootstrapPorts,
  { name, ownerEmail }: { readonly name: string; readonly ownerEmail: string },
): Promise<Bootstrapped> {
  const owner = { id: idOf('user', ports.newUlid()), email: ownerEmail, createdAt: timestamp(ports) };
  await ports.store.insertUser(owner);
  const organization = await createOrganization(ports, { name, owner, act: firstStart('organization.created') });
  const organizationId = organization.id;
  const act = firstStart('token.created');
  const first = { organizationId, name: 'First start', role: 'owner', act } as const;
  const { secret } = await issueToken(ports, first, systemMaker(organizationId));
  const streamId = ports.newPublicId();
  const channel = firstChannel(ports, { organizationId, streamId });
  const effect = { organizationId, target: channel.id, after: channelFacts(channel) };
  await ports.store.insertChannel(channel, entryOf(ports, firstStart('channel.created'), effect));
  const { webhook } = expectDone(
    await createWebhook(ports, {
      organizationId,
      name: 'First webhook',
      requireApiKey: false,
      act: firstStart('webhook.created'),
    }),
  );
  expectDone(
    await putLink(
      ports,
      { organizationId, webhookId: webhook.id, act: firstStart('webhook.channel-linked') },
      { channelId: channel.id, enabled: true, filter: null },
    ),
  );
  return { organizationId, managementToken: secret, publicId: webhook.publicId, streamId };
}

const firstStart = (action: AuditAction) => systemAct(action, 'first start');

function firstChannel(
  generators: Generators,
  { organizationId, streamId }: { organizationId: string; streamId: string },
): Channel {
  const at = timestamp(generators);
  return {
    id: idOf('channel', generators.newUlid()),
    organizationId,
    kind: 'live-stream',
    name: 'Live Stream',
    enabled: true,
    config: { format: 'json', includePriority: true, includeTags: true, includePayload: true },
    streamId,
    pauses: [],
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
}

/** Nobody else knows a new organisation yet, so nothing can refuse a change to it. */
function expectDone<T>(outcome: ChangeResult<T>): T {
  if (outcome.kind === 'done') return outcome.value;
  throw new Error(`A new organisation could not be set up: ${outcome.kind}.`);
}
