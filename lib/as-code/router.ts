import { CfnOutput, Fn, Stack } from 'aws-cdk-lib';
import { type IRole, Role } from 'aws-cdk-lib/aws-iam';
import { Construct, type IConstruct } from 'constructs';
import { isLocalRun } from '../config/runner-settings.ts';
import { InvalidDeclaration } from './invalid.ts';

/** The function behind webhooks and channels in code. */
export interface ResourceProvider {
  /** What custom resources name it by. */
  readonly serviceToken: string;
  /** Who reads the secrets of channels: a key of your own must let it decrypt. */
  readonly role: IRole;
}

/** The router of webhooks and channels in code: a `NotificationRouter` of the same app, or one of another app. */
export interface IRouter extends IConstruct {
  /** The name of its main stack, by which other apps know it. */
  readonly stackName: string;
  /** Its account and Region, such as `aws://111122223333/eu-west-1`. */
  readonly environment: string;
  /** Where senders send, without a trailing slash. @default the router tells each webhook when it makes it */
  readonly publicBaseUrl?: string;
  /** Makes what webhooks and channels in code declare. */
  readonly provider: ResourceProvider;
}

/** Whether both are the same router, which an app may import several times. */
export const isSameRouter = (one: IRouter, other: IRouter): boolean =>
  one.stackName === other.stackName && one.environment === other.environment;

/** Names of exports. CloudFormation takes each once in an account and Region, and keeps it while a stack imports it. */
const exportsOf = (stackName: string) => ({
  function: `${stackName}:ProviderFunction`,
  role: `${stackName}:ProviderRole`,
});

/** Lets stacks of other apps find the provider function. */
export function exportProvider(stack: Stack, { serviceToken, role }: ResourceProvider): void {
  const names = exportsOf(stack.stackName);
  new CfnOutput(stack, 'ProviderFunctionForOthers', { value: serviceToken, exportName: names.function });
  new CfnOutput(stack, 'ProviderRoleForOthers', { value: role.roleName, exportName: names.role });
}

/** The router of another app, in the account and Region of the stack that imports it. */
export class ImportedRouter extends Construct implements IRouter {
  readonly stackName: string;
  readonly environment: string;
  readonly provider: ResourceProvider;

  /** @throws InvalidDeclaration for what cannot be the name of a stack, and under the local runner. */
  constructor(scope: Construct, id: string, stackName: string) {
    super(scope, id);
    this.refuse(stackName);
    this.stackName = stackName;
    this.environment = Stack.of(this).environment;
    const names = exportsOf(stackName);
    this.provider = {
      serviceToken: Fn.importValue(names.function),
      role: Role.fromRoleName(this, 'ProviderRole', Fn.importValue(names.role)),
    };
  }

  private refuse(stackName: string): void {
    const message = isLocalRun(this.node) ? NOT_HERE : STACK_NAME.test(stackName) ? undefined : NO_NAME;
    if (message !== undefined) throw new InvalidDeclaration(this.node.path, [{ path: '', message }]);
  }
}

const STACK_NAME = /^[A-Za-z][A-Za-z\d-]{0,127}$/;
const NO_NAME = 'needs the name of the main stack of its router, such as NotificationRouter';
const NOT_HERE =
  'is the router of another app, which the local runner does not have: use a NotificationRouter of this app';
