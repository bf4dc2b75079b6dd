import { CustomResource, Duration, Names, RemovalPolicy, Stack, Token } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { SLUG, SLUG_RULE } from '../../core/directory/slug.ts';
import { type Fault, InvalidDeclaration } from './invalid.ts';
import type { IRouter } from './router.ts';

/** What webhooks and channels have in common. */
export interface StackResourceProps {
  /** The router, in the same account and Region. */
  readonly router: IRouter;
  /** For people. */
  readonly name: string;
  /**
   * What documents and commands know it by: a to z, 0 to 9 and -, at most 64 characters.
   *
   * @default made of the path of the construct
   */
  readonly slug?: string;
  /** @default the only organisation of the router */
  readonly organizationId?: string;
  /** @default true */
  readonly enabled?: boolean;
}

const MAX_NAME_CHARACTERS = 200;

/** Longer than the provider function may run, and than Lambda waits to run it again after a crash. */
const SERVICE_TIMEOUT = Duration.minutes(15);

/** A channel or a webhook of a stack. */
export abstract class StackResource extends Construct {
  /** What documents and commands know it by. */
  readonly slug: string;
  readonly router: IRouter;

  constructor(scope: Construct, id: string, { router, slug, name }: StackResourceProps) {
    super(scope, id);
    this.router = router;
    this.slug = slug ?? Names.uniqueResourceName(this, { maxLength: 64, separator: '-' }).toLowerCase();
    this.refuse([...placeFaults(this, router), ...nameFaults(name), ...slugFaults(this.slug)]);
  }

  /** @throws InvalidDeclaration if there are any faults. */
  protected refuse(faults: readonly Fault[]): void {
    if (faults.length > 0) throw new InvalidDeclaration(this.node.path, faults);
  }

  /** @param entry as a document writes it */
  protected makeResource(type: 'Channel' | 'Webhook', props: StackResourceProps, entry: object): CustomResource {
    return new CustomResource(this, 'Resource', {
      serviceToken: this.router.provider.serviceToken,
      resourceType: `Custom::NotificationRouter${type}`,
      serviceTimeout: SERVICE_TIMEOUT,
      removalPolicy: RemovalPolicy.DESTROY,
      properties: {
        ...(props.organizationId !== undefined && { OrganizationId: props.organizationId }),
        Slug: this.slug,
        // CloudFormation makes text of every number and boolean in a property.
        Entry: Stack.of(this).toJsonString(entry),
      },
    });
  }
}

/** CloudFormation calls a function only in its own account and Region. */
function placeFaults(scope: Construct, router: IRouter): Fault[] {
  const here = Stack.of(scope).environment;
  if (here === router.environment) return [];
  return [
    { path: '', message: `is in ${here}, but its router is in ${router.environment}: both must be in one place` },
  ];
}

function nameFaults(name: string): Fault[] {
  if (Token.isUnresolved(name)) return [];
  if (name.trim() === '') return [{ path: 'name', message: 'must not be blank' }];
  const message = `must have at most ${MAX_NAME_CHARACTERS} characters`;
  return name.length > MAX_NAME_CHARACTERS ? [{ path: 'name', message }] : [];
}

function slugFaults(slug: string): Fault[] {
  return Token.isUnresolved(slug) || SLUG.test(slug) ? [] : [{ path: 'slug', message: SLUG_RULE }];
}
