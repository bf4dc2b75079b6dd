import type { Resources } from '../assembly/resources.ts';
import { evaluate, type Decision } from './evaluate.ts';
import { policiesOf } from './policies-of.ts';
import type { AccessRequest, PolicySet, Subject } from './policy.ts';
import { principalsOf } from './principals.ts';

/** Hears of every decision. */
export type OnDecision = (subject: Subject, request: AccessRequest, decision: Decision) => void;

/** Who may do what, by the policies of the templates. */
export class AccessControl {
  readonly policies: PolicySet;
  readonly #principals: ReadonlyMap<string, Subject>;
  readonly #onDecision: OnDecision;

  /** @throws UnsupportedTemplate on a policy that cannot be evaluated. */
  constructor(resources: Resources, onDecision: (policies: PolicySet) => OnDecision) {
    this.policies = policiesOf(resources);
    this.#principals = principalsOf(resources);
    this.#onDecision = onDecision(this.policies);
  }

  /** Whose calls an access key id signs; `undefined`: nobody's. */
  subjectOf(accessKeyId: string): Subject | undefined {
    return this.#principals.get(accessKeyId);
  }

  decide(subject: Subject, request: AccessRequest): Decision {
    const decision = evaluate(this.policies, subject, request);
    this.#onDecision(subject, request, decision);
    return decision;
  }
}
