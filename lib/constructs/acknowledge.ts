import { Stack, Validations } from 'aws-cdk-lib';
import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import { Construct, type IConstruct } from 'constructs';

/** Accepts findings of cdk-nag for a construct and all below it. `reasons` says why, by the id of the rule. */
export function acknowledge(scope: IConstruct, reasons: Readonly<Record<string, string>>): void {
  Validations.of(scope).acknowledge(...Object.entries(reasons).map(([id, reason]) => ({ id, reason })));
}

/**
 * Accepts that a grantee may use a resource whose ARN has a wildcard. cdk-nag names the finding by the ARN in the
 * template, which only exists once references between stacks are resolved: when validations run.
 */
export function acknowledgeWildcard(grantee: IGrantable, resourceArn: string, reason: string): void {
  const { grantPrincipal: role } = grantee;
  if (!Construct.isConstruct(role)) return;
  const validate = (): string[] => {
    const arn = flatten(Stack.of(role).resolve(resourceArn));
    acknowledge(role, { [`AwsSolutions-IAM5[Resource::${arn}]`]: reason });
    return [];
  };
  role.node.addValidation({ validate });
}

/** An ARN as cdk-nag writes it: references in angle brackets, anything it does not know as JSON. */
function flatten(value: unknown): string {
  if (typeof value === 'string') return value;
  const { Ref, 'Fn::Join': join, 'Fn::GetAtt': attribute } = Object(value);
  if (typeof Ref === 'string') return `<${Ref}>`;
  if (Array.isArray(attribute)) return `<${attribute.join('.')}>`;
  if (!Array.isArray(join)) return JSON.stringify(value);
  const [separator, parts]: unknown[] = join;
  return Array.isArray(parts) ? parts.map(flatten).join(String(separator)) : JSON.stringify(value);
}
