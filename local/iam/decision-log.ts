import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OnDecision } from './access-control.ts';
import type { Decision } from './evaluate.ts';
import { matchesArn } from './patterns.ts';
import type { AccessRequest, PolicySet } from './policy.ts';

/**
 * Writes decisions down, for tests of which permissions are used. Each set of policies has a file: the policies on its
 * first line, then one decision on each line.
 *
 * Of the requests that match the same parts of the same statements, it writes the first only: no policy change can
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

/** The statements that match a request, and which of their resource patterns do. */
function partsOf({ matched }: Decision, { resource }: AccessRequest): string {
  return matched
    .map(({ id, resources }) => `${id} ${resources.filter((pattern) => matchesArn(pattern, resource)).join(' ')}`)
    .join(' ');
}
