import { ArnFormat, type ITokenResolver, type SecretValue, Stack, Token, Tokenization } from 'aws-cdk-lib';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct, type IDependable } from 'constructs';
import { readReference, type SecretReference } from '../../core/document/secret-reference.ts';
import type { IRouter } from './router.ts';

/**
 * Where a secret lies, such as `secretsmanager:<arn>:SecretString:::`: what the provider function looks up. The template
 * holds this text, never the secret; it is no dynamic reference, which CloudFormation would put the secret in place of.
 *
 * @returns `undefined` for a secret in the code, in a parameter or in an attribute of a resource
 */
export function referenceTo(scope: Construct, secret: SecretValue): string | undefined {
  const options = { scope, resolver: oneLayer, preparing: false };
  const [, reference] =
    /^\{\{resolve:(.+)\}\}$/.exec(String(Tokenization.resolve(secret.unsafeUnwrap(), options))) ?? [];
  return reference === undefined || readReference(reference) === undefined ? undefined : reference;
}

/** Looks into one token, and leaves the references to other resources in its text alone. */
const oneLayer: ITokenResolver = {
  resolveToken: (token, context): unknown => token.resolve(context),
  resolveString: ({ firstToken, length }, context): unknown =>
    length === 1 ? firstToken?.resolve(context) : undefined,
  resolveList: (list) => list,
};

/** Lets the provider function read secrets. The policy lies in the stack that needs it: the router knows nothing of it. */
export function grantSecrets(scope: Construct, router: IRouter, references: readonly string[]): IDependable {
  const stack = Stack.of(scope);
  const id = `SecretsFor${router.stackName}`;
  const existing = stack.node.tryFindChild(id);
  const policy = existing instanceof SecretPolicy ? existing : new SecretPolicy(stack, id, router);
  for (const reference of references) policy.add(reference);
  return policy;
}

/**
 * One policy for all secrets of a stack: the policies of a role have 10 KB together. It has the name of the stack, because
 * a policy of the same role and name would overwrite it, and CDK gives the same name in each stack.
 */
class SecretPolicy extends Construct {
  private readonly policy: Policy;

  constructor(scope: Construct, id: string, { provider }: IRouter) {
    super(scope, id);
    this.policy = new Policy(this, 'Policy', { policyName: Stack.of(this).stackName, roles: [provider.role] });
  }

  add(reference: string): void {
    this.policy.addStatements(secretRight(this, reference));
  }
}

/** The right to read what a reference of `referenceTo` names, and nothing else. */
export function secretRight(scope: Construct, text: string): PolicyStatement {
  const reference = readReference(text);
  if (reference === undefined) return new PolicyStatement();
  const action = reference.kind === 'ssm' ? 'ssm:GetParameter' : 'secretsmanager:GetSecretValue';
  return new PolicyStatement({ actions: [action], resources: [arnOf(scope, reference)] });
}

function arnOf(scope: Construct, reference: SecretReference): string {
  const stack = Stack.of(scope);
  if (reference.kind === 'ssm') {
    const [name = ''] = reference.name.split(':');
    return stack.formatArn({ service: 'ssm', resource: 'parameter', resourceName: name.replace(/^\//, '') });
  }
  const { id } = reference;
  const isArn = id.startsWith('arn:') || Token.isUnresolved(id);
  // AWS ends each ARN with six characters that a name lacks, and so do ARNs that are made of a name.
  if (isArn) return /(-\w{6}|\]\})$/.test(id) ? id : `${id}-??????`;
  return stack.formatArn({
    service: 'secretsmanager',
    resource: 'secret',
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    resourceName: `${id}-??????`,
  });
}
