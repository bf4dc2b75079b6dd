import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OnDecision } from './access-control.ts';
import type { Decision } from './evaluate.ts';
import { matchesArn } from './patterns.ts';
import type { AccessRequest, PolicySet } from './policy.ts';

/**
 * Writes down decisions, for tests of which permissions are used: a file for each set of policies, which stands in its
 * first line, and then one decision on each line.
 *
 * Of requests that the same parts of the same statements speak of, only the first is written: no change of a policy can
 * tell them apart. So the file stays small however long the stack runs.
 */
export function decisionLog(dataDir: string): (policies: PolicySet) => OnDecision {
  return (policies) => {
    const header = JSON.stringify(policies);
    const directory = join(dataDir, 'iam');
    const file = join(directory, `${createHash('sha256').update(header).digest('hex').slice(0, 16)}.jsonl`);
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) writeFileSync(file, `${header}\n`, { mode: 0o600 });
    const seen = new Set<string>();
    return (subject, request, decision) => {
      const name = subject.kind === 'role' ? subject.roleArn : subject.name;
      const kind = `${name} ${request.action} ${decision.outcome} ${partsOf(decision, request)}`;
      if (seen.has(kind)) return;
      seen.add(kind);
      appendFileSync(file, `${JSON.stringify({ subject, request, outcome: decision.outcome })}\n`);
    };
  };
}

/** The statements that speak of a request, and which of their resources do. */
function partsOf({ matched }: Decision, { resource }: AccessRequest): string {
  return matched
    .map(({ id, resources }) => `${id} ${resources.filter((pattern) => matchesArn(pattern, resource)).join(' ')}`)
    .join(' ');
}
