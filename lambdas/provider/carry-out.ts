import type { ChangeResult, Refusal } from '../../core/directory/change-result.ts';
import { systemAct } from '../../core/directory/audit.ts';
import type { OrganizationStore } from '../../core/directory/organization-store.ts';
import { webhookLimitOf } from '../../core/directory/webhook-limit.ts';
import type { DocumentPorts } from '../../core/document/plan.ts';
import { applyResource, removeResource, type StackResource } from '../../core/document/stack-resource.ts';
import { givenSecrets, type SecretPorts } from './given-secrets.ts';
import { readChannel, readWebhook } from './read-entry.ts';
import { physicalIdOf, readPhysicalId, resourceTypes, type StackEvent } from './stack-event.ts';

/** What carrying out the wishes of stacks needs. */
export interface ProviderPorts extends DocumentPorts, SecretPorts {
  readonly store: DocumentPorts['store'] & Pick<OrganizationStore, 'readOrganization'>;
  readonly billing: 'none' | 'plans';
  /** The ids of all organisations. */
  readonly organizations: () => AsyncIterable<string>;
}

/** What became of a resource: what CloudFormation knows it by, and what `Fn::GetAtt` finds; or why nothing did. */
export type ResourceOutcome =
  | { readonly kind: 'made'; readonly physicalId: string; readonly data: Readonly<Record<string, string>> }
  | { readonly kind: 'removed' }
  | { readonly kind: 'failed'; readonly reason: string };

type Changing = Extract<StackEvent, { RequestType: 'Create' | 'Update' }>;
type Removing = Extract<StackEvent, { RequestType: 'Delete' }>;

/** Makes, changes or deletes what a resource of a stack stands for. Doing so again changes nothing. */
export async function carryOut(ports: ProviderPorts, event: StackEvent): Promise<ResourceOutcome> {
  return event.RequestType === 'Delete' ? remove(ports, event) : apply(ports, event);
}

async function apply(ports: ProviderPorts, event: Changing): Promise<ResourceOutcome> {
  const found = await organizationOf(ports, event.ResourceProperties.OrganizationId);
  if (found.kind === 'failed') return found;
  const { id: organizationId, limit } = found;
  const known = event.RequestType === 'Update' ? readPhysicalId(event.PhysicalResourceId) : undefined;
  // In another organisation it is another thing.
  const id = known?.organizationId === organizationId ? known.id : undefined;
  const outcome = await applyEntry(
    ports,
    { ...resourceOf(event, organizationId), id, limit },
    event.ResourceProperties,
  );
  if (outcome.kind !== 'done') return failed(outcome);
  const thing = outcome.value;
  const address = 'publicId' in thing ? { PublicId: thing.publicId, PublicBaseUrl: ports.publicBaseUrl } : {};
  const data = { Slug: thing.slug ?? '', ...address };
  return { kind: 'made', physicalId: physicalIdOf({ organizationId, id: thing.id }), data };
}

type Applied = Awaited<ReturnType<typeof applyResource>>;

async function applyEntry(
  ports: ProviderPorts,
  resource: StackResource & { readonly limit: number | undefined },
  { Slug: slug, Entry: text }: Changing['ResourceProperties'],
): Promise<Applied> {
  if (resource.type === 'webhook') {
    const entry = await readWebhook(slug, text);
    if (entry.kind !== 'done') return entry;
    return applyResource(ports, { ...resource, type: resource.type, slug, entry: entry.value });
  }
  const entry = readChannel(slug, text);
  if (entry.kind !== 'done') return entry;
  const secrets = await givenSecrets(ports, entry.value);
  if (secrets.kind !== 'done') return secrets;
  return applyResource(ports, { ...resource, type: resource.type, slug, entry: entry.value, secrets: secrets.value });
}

async function remove(ports: ProviderPorts, event: Removing): Promise<ResourceOutcome> {
  const known = readPhysicalId(event.PhysicalResourceId);
  // Nothing can be left where there is no organisation.
  const organizationId = known?.organizationId ?? (await namedOrSole(ports, event.ResourceProperties.OrganizationId));
  if (organizationId === undefined) return { kind: 'removed' };
  const outcome = await removeResource(ports, { ...resourceOf(event, organizationId), id: known?.id });
  return outcome.kind === 'done' ? { kind: 'removed' } : failed(outcome);
}

function resourceOf(event: StackEvent, organizationId: string): StackResource {
  const { StackId, LogicalResourceId, ResourceType } = event;
  const type = resourceTypes[ResourceType];
  const act = systemAct(`${type}.changed`, 'a stack is deployed');
  return { organizationId, type, stack: `${StackId}/${LogicalResourceId}`, act };
}

type Organization =
  | { readonly kind: 'found'; readonly id: string; readonly limit: number | undefined }
  | Extract<ResourceOutcome, { kind: 'failed' }>;

async function organizationOf(ports: ProviderPorts, named: string | undefined): Promise<Organization> {
  const id = await namedOrSole(ports, named);
  if (id === undefined) {
    const reason = 'name the organisation (organizationId): this router has none, or more than one';
    return { kind: 'failed', reason };
  }
  const organization = await ports.store.readOrganization(id);
  if (organization === undefined) return { kind: 'failed', reason: `there is no organisation ${id}` };
  return { kind: 'found', id, limit: ports.billing === 'none' ? undefined : webhookLimitOf(organization.plan) };
}

/** Most routers have one organisation. */
async function namedOrSole({ organizations }: ProviderPorts, named: string | undefined): Promise<string | undefined> {
  if (named !== undefined) return named;
  const ids: string[] = [];
  for await (const id of organizations()) {
    ids.push(id);
    if (ids.length > 1) return undefined;
  }
  return ids[0];
}

const failed = (refusal: Exclude<ChangeResult<unknown>, { kind: 'done' }>): ResourceOutcome => ({
  kind: 'failed',
  reason: reasonOf(refusal),
});

function reasonOf(refusal: Refusal): string {
  switch (refusal.kind) {
    case 'invalid':
      return refusal.issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
    case 'plan-limit':
      return `the plan allows ${refusal.limit} webhooks`;
    case 'not-found':
    case 'stale':
    case 'busy':
    case 'daily-limit':
      return 'too many changes at the same time: deploy again';
    default:
      return refusal satisfies never;
  }
}
