import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { PolicySet } from '../../local/iam/policy.ts';

const DIRECTORY = join(import.meta.dirname, '../../reports/iam');

const Statement = z.object({
  id: z.string(),
  effect: z.enum(['Allow', 'Deny']),
  actions: z.array(z.string()),
  resources: z.array(z.string()),
  conditions: z.array(
    z.object({
      operator: z.enum(['ArnLike', 'Bool', 'Null', 'StringEquals']),
      key: z.string(),
      values: z.array(z.string()),
    }),
  ),
  principals: z.array(z.object({ kind: z.enum(['AWS', 'Service']), id: z.string() })),
});
const Policies = z.object({
  identity: z.record(z.string(), z.array(Statement)),
  resource: z.record(z.string(), z.array(Statement)),
});
const Decision = z.object({
  subject: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('role'), roleArn: z.string(), sessionArn: z.string() }),
    z.object({ kind: z.literal('service'), name: z.string() }),
  ]),
  request: z.object({ action: z.string(), resource: z.string(), context: z.record(z.string(), z.string()) }),
  outcome: z.string(),
});

/** A decision that a stack made. */
export type Decision = z.infer<typeof Decision>;

/** What a stack decided, and by which policies. */
export interface Decisions {
  readonly policies: PolicySet;
  readonly decisions: readonly Decision[];
}

/** Keeps what a stack decided when its folder goes. Another stop of the same stack keeps it again, with what was added. */
export async function keepDecisions(dataDir: string): Promise<void> {
  const stack = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const files = await readdir(join(dataDir, 'iam')).catch(() => []);
  await mkdir(DIRECTORY, { recursive: true });
  for (const file of files) await cp(join(dataDir, 'iam', file), join(DIRECTORY, `${stack}-${file}`));
}

/** Everything that was kept. */
export async function readDecisions(): Promise<Decisions[]> {
  const files = await readdir(DIRECTORY).catch(() => []);
  return Promise.all(
    files.map(async (file) => {
      const [header = '', ...lines] = (await readFile(join(DIRECTORY, file), 'utf8')).split('\n');
      // A stack that is killed may leave half a line.
      const whole = lines.filter((line) => line.endsWith('}'));
      return {
        policies: Policies.parse(JSON.parse(header)),
        decisions: whole.map((line) => Decision.parse(JSON.parse(line))),
      };
    }),
  );
}

/** Forgets what earlier runs kept: their policies may have been others. */
export async function setup(): Promise<void> {
  await rm(DIRECTORY, { recursive: true, force: true });
}
