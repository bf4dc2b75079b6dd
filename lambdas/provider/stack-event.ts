import { z } from '@hono/zod-openapi';

/** The types of resources that stacks may declare, and what each of them makes. */
export const resourceTypes = {
  'Custom::NotificationRouterChannel': 'channel',
  'Custom::NotificationRouterWebhook': 'webhook',
} as const;

const Properties = z.object({
  OrganizationId: z.string().optional(),
  Slug: z.string(),
  /** The entry as JSON: CloudFormation turns every number and boolean in properties into text. */
  Entry: z.string(),
});

const common = {
  ResponseURL: z.url(),
  StackId: z.string().min(1),
  RequestId: z.string(),
  LogicalResourceId: z.string().min(1),
  ResourceType: z.literal(['Custom::NotificationRouterChannel', 'Custom::NotificationRouterWebhook']),
};

/**
 * What CloudFormation asks of a custom resource.
 *
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/crpg-ref-requests.html
 */
export const StackEvent = z.discriminatedUnion('RequestType', [
  z.object({ RequestType: z.literal('Create'), ...common, ResourceProperties: Properties }),
  z.object({
    RequestType: z.literal('Update'),
    ...common,
    PhysicalResourceId: z.string(),
    ResourceProperties: Properties,
  }),
  z.object({
    RequestType: z.literal('Delete'),
    ...common,
    PhysicalResourceId: z.string(),
    // Whatever was deployed must be removable.
    ResourceProperties: Properties.pick({ OrganizationId: true }),
  }),
]);
export type StackEvent = z.infer<typeof StackEvent>;

/** What CloudFormation is told; all of it together must stay below 4 KB. */
export interface StackAnswer {
  readonly Status: 'SUCCESS' | 'FAILED';
  readonly Reason?: string;
  readonly PhysicalResourceId: string;
  readonly StackId: string;
  readonly RequestId: string;
  readonly LogicalResourceId: string;
  /** Keeps what `Fn::GetAtt` finds out of consoles and outputs: an address is a secret. */
  readonly NoEcho: true;
  readonly Data?: Readonly<Record<string, string>>;
}

/** What CloudFormation calls a channel or webhook. */
export interface PhysicalId {
  readonly organizationId: string;
  readonly id: string;
}

export function physicalIdOf({ organizationId, id }: PhysicalId): string {
  return `${organizationId}/${id}`;
}

/** @returns `undefined` for the name that CloudFormation gives to what was never made. */
export function readPhysicalId(text: string): PhysicalId | undefined {
  const [, organizationId, id] = /^(org_\w+)\/(\w+)$/.exec(text) ?? [];
  return organizationId === undefined || id === undefined ? undefined : { organizationId, id };
}
