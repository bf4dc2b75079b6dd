/** One test of a statement's `Condition` block. All tests of a statement must hold, each for one of its values. */
export interface Condition {
  readonly operator: 'ArnLike' | 'Bool' | 'Null' | 'StringEquals';
  /** In lower case: condition keys have no case. */
  readonly key: string;
  readonly values: readonly string[];
}

/** Whom a statement of a resource policy is about. */
export interface Principal {
  readonly kind: 'AWS' | 'Service';
  /** `*`, an ARN, or the name of a service. */
  readonly id: string;
}

/** A statement of a policy, with every intrinsic function resolved. */
export interface Statement {
  /** `<stack>/<logical id of the policy>#<index>` */
  readonly id: string;
  readonly effect: 'Allow' | 'Deny';
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions: readonly Condition[];
  /** Empty in policies of roles. */
  readonly principals: readonly Principal[];
}

/** Every policy of an app. It can be written as JSON and read again. */
export interface PolicySet {
  /** What is attached to roles, by the ARN of the role. */
  readonly identity: Readonly<Record<string, readonly Statement[]>>;
  /** What is attached to resources, by their ARN. */
  readonly resource: Readonly<Record<string, readonly Statement[]>>;
}

/** Who asks: a role in one of its sessions, or an AWS service in its own name. */
export type Subject =
  | { readonly kind: 'role'; readonly roleArn: string; readonly sessionArn: string }
  | { readonly kind: 'service'; readonly name: string };

/** One right that a call needs. */
export interface AccessRequest {
  /** `<service>:<Action>` */
  readonly action: string;
  /** ARN, or `*` for actions that have no resource. */
  readonly resource: string;
  /** Values of condition keys, the keys in lower case. */
  readonly context: Readonly<Record<string, string>>;
}
