import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { CloudAssembly } from './read-assembly.ts';
import type { Stack } from './template.ts';
import { UnsupportedTemplate } from './unsupported.ts';

const Names = z.record(z.string(), z.string());
const Deployed = z.record(z.string(), z.object({ template: z.string(), imports: Names }));

/** Physical names of imported resources, by `<stack>/<logicalId>`: instead of those that are made of the two. */
export type Imports = Readonly<Record<string, string>>;

/** Which physical resources stacks mean. */
export interface Deployment {
  /** By now. */
  readonly imports: Imports;
  /** What a stack was told of the others when it was deployed. */
  seenBy(stack: string): Imports;
}

/** Where nothing was ever imported. */
export const NOTHING_IMPORTED: Deployment = { imports: {}, seenBy: () => ({}) };

/** What there is to deploy. */
export interface DeployOptions {
  readonly dataDir: string;
  readonly assembly: CloudAssembly;
  /** Stands in templates and changes with the port, which is no change of theirs. */
  readonly baseUrl: string;
}

/**
 * Deploys the stacks as CloudFormation does: one whose template has not changed since is left alone, and goes on with
 * what it was told of other stacks then. `imports.json` is what `cdk import` was told, and `deployed.json` what is
 * deployed; a stack without an entry there is deployed anew.
 *
 * @throws UnsupportedTemplate when something is imported that no template declares.
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/import-resources-manually.html
 */
export async function deploy({ dataDir, assembly, baseUrl }: DeployOptions): Promise<Deployment> {
  const imports = Names.parse(await readJson(join(dataDir, 'imports.json')));
  checkImports(imports, assembly);
  const file = join(dataDir, 'deployed.json');
  const before = Deployed.parse(await readJson(file));
  const deployed = Object.fromEntries(
    assembly.stacks.map((stack) => {
      const template = digestOf(stack, baseUrl);
      const last = before[stack.name];
      return [stack.name, last?.template === template ? last : { template, imports }];
    }),
  );
  await writeFile(file, JSON.stringify(deployed, undefined, 2));
  return { imports, seenBy: (stack) => deployed[stack]?.imports ?? imports };
}

function checkImports(imports: Imports, { stacks }: CloudAssembly): void {
  const declared = new Set(
    stacks.flatMap(({ name, template }) => Object.keys(template.Resources).map((id) => `${name}/${id}`)),
  );
  for (const where of Object.keys(imports)) {
    if (!declared.has(where)) throw new UnsupportedTemplate(where, 'is imported, and no template declares it');
  }
}

const digestOf = ({ template }: Stack, baseUrl: string): string =>
  createHash('sha256').update(JSON.stringify(template).replaceAll(baseUrl, '')).digest('hex');

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  return JSON.parse(text);
}
