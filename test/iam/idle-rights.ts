import { evaluate } from '../../local/iam/evaluate.ts';
import type { PolicySet, Statement } from '../../local/iam/policy.ts';
import type { Decision, Decisions } from './decisions.ts';

/** The smallest part of a policy: one action on one resource, of one role or by the policy of one resource. */
interface Right {
  readonly kind: keyof PolicySet;
  /** ARN of the role or the resource that the policy is attached to. */
  readonly of: string;
  readonly statement: Statement;
}

/**
 * The rights that no decision needed: taken out of the policies, one by one, they change nothing that was allowed or
 * denied. A right that one set of policies needed is not idle in another, such as that of a stack with other settings.
 *
 * @returns one readable line for each, in order.
 * @throws when a decision cannot be repeated: then the records are worth nothing.
 */
export function idleRights(runs: readonly Decisions[]): string[] {
  const idle = new Set<string>();
  const needed = new Set<string>();
  for (const { policies, decisions } of runs) {
    const rights = rightsOf(policies);
    const whole = policiesOf(rights);
    for (const decision of decisions) {
      if (outcomeOf(whole, decision) !== decision.outcome) {
        throw new Error(`decided otherwise now: ${JSON.stringify(decision)}`);
      }
    }
    for (const right of rights) {
      const others = policiesOf(rights.filter((other) => other !== right));
      const isNeeded = decisions.some(
        (decision) => isAllowed(outcomeOf(others, decision)) !== isAllowed(decision.outcome),
      );
      (isNeeded ? needed : idle).add(lineOf(right));
    }
  }
  return [...idle].filter((line) => !needed.has(line)).sort();
}

function rightsOf(policies: PolicySet): Right[] {
  return (['identity', 'resource'] as const).flatMap((kind) =>
    Object.entries(policies[kind]).flatMap(([of, statements]) =>
      statements.flatMap((statement) => partsOf(statement).map((part) => ({ kind, of, statement: part }))),
    ),
  );
}

/** Together they mean what the statement means. */
function partsOf(statement: Statement): Statement[] {
  return statement.actions.flatMap((action) =>
    statement.resources.map((resource) => ({ ...statement, actions: [action], resources: [resource] })),
  );
}

function policiesOf(rights: readonly Right[]): PolicySet {
  const grouped = { identity: new Map<string, Statement[]>(), resource: new Map<string, Statement[]>() };
  for (const { kind, of, statement } of rights) {
    grouped[kind].set(of, [...(grouped[kind].get(of) ?? []), statement]);
  }
  return { identity: Object.fromEntries(grouped.identity), resource: Object.fromEntries(grouped.resource) };
}

const outcomeOf = (policies: PolicySet, { subject, request }: Decision): string =>
  evaluate(policies, subject, request).outcome;

const isAllowed = (outcome: string): boolean => outcome === 'allowed';

function lineOf({ of, statement }: Right): string {
  const { effect, actions, resources, conditions, principals } = statement;
  const to = principals.length === 0 ? '' : ` to ${principals.map(({ id }) => id).join(', ')}`;
  const tests = conditions.map(({ operator, key, values }) => `${operator} ${key} ${values.join(', ')}`);
  const only = tests.length === 0 ? '' : ` if ${tests.join(' and ')}`;
  return `${shortOf(of)}: ${effect} ${actions.join()} on ${shortOf(resources.join())}${to}${only}`;
}

/** Account, region and the hashes of logical ids only make a line long. */
function shortOf(arn: string): string {
  return arn.replace(/^arn:aws:([^:]*):[^:]*:(?:0{12})?:/, '$1:').replaceAll(/(?<=[a-zA-Z])[0-9A-F]{8}\b/g, '');
}
