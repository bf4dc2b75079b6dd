import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { Failure, wrongUse } from '../failure.ts';
import { bodyOf } from '../router/answers.ts';
import { openRouter, type Plan, type Router } from '../router/router.ts';
import type { Printer } from '../terminal/print.ts';
import { oneLine } from '../terminal/safe-text.ts';
import { readStdin, type Surroundings } from '../terminal/surroundings.ts';
import { confirmed } from '../terminal/prompt.ts';
import { givenSecrets, namesIn } from './config-secrets.ts';
import { changesIn, planLines } from './plan-words.ts';

const PATH = '/api/v1/organizations/{organizationId}/config';
/** What a plan with changes exits with, so that a pipeline can tell. */
const CHANGES = 2;

interface DocumentOptions {
  /** `-` is stdin. */
  readonly file: string;
  readonly prune?: boolean;
  readonly secrets?: string;
  readonly askSecrets?: boolean;
  readonly json?: boolean;
}

/** Prints the organisation as one document. */
export async function exportConfig(
  surroundings: Surroundings,
  print: Printer,
  { json }: { readonly json?: boolean },
): Promise<void> {
  const { api, organization } = await openRouter(surroundings);
  const params = { path: { organizationId: organization.id } };
  if (json === true) {
    print.json(await bodyOf(api.GET(PATH, { params })));
    return;
  }
  const headers = { accept: 'application/yaml' };
  const document = await bodyOf(api.GET(PATH, { params, headers, parseAs: 'text' }));
  print.line(document.trimEnd());
  const names = namesIn(document);
  if (names.length > 0) print.note(`to apply it elsewhere, give these secrets: ${names.map(oneLine).join(', ')}`);
}

/** Says what applying a document would do, by the exit status too. */
export async function planConfig(surroundings: Surroundings, print: Printer, options: DocumentOptions): Promise<void> {
  const wanted = await read(surroundings, options);
  const plan = await planned(await openRouter(surroundings), wanted);
  show(plan, print, options);
  if (changesIn(plan).length > 0) process.exitCode = CHANGES;
}

/** Makes everything that a document names exactly as it says. A person sees the plan first and is asked. */
export async function applyConfig(
  surroundings: Surroundings,
  print: Printer,
  options: DocumentOptions & { readonly digest?: string; readonly yes?: boolean },
): Promise<void> {
  const wanted = await read(surroundings, options);
  const router = await openRouter(surroundings);
  const asks = options.yes !== true && options.json !== true && surroundings.stdin.isTTY && surroundings.stdout.isTTY;
  const digest = asks ? await agreed(router, wanted, { print, surroundings }) : options.digest;
  const applied = await bodyOf(
    router.api.POST(`${PATH}/apply`, {
      params: { path: { organizationId: router.organization.id } },
      body: { ...wanted, ...(digest === undefined ? {} : { digest }) },
    }),
  );
  if (asks) print.line('Applied');
  else show(applied, print, options);
}

/** The digest of the plan that a person agreed to. @throws Failure otherwise */
async function agreed(
  router: Router,
  wanted: Wanted,
  { print, surroundings }: { readonly print: Printer; readonly surroundings: Surroundings },
): Promise<string> {
  const plan = await planned(router, wanted);
  show(plan, print, {});
  const changes = changesIn(plan).length;
  if (changes === 0 || (await confirmed(surroundings, `Apply ${changes} ${changes === 1 ? 'change' : 'changes'}?`)))
    return plan.digest;
  throw new Failure('nothing was applied');
}

function show(plan: Plan, print: Printer, { json }: Pick<DocumentOptions, 'json'>): void {
  if (json === true) print.json(plan);
  else for (const line of planLines(plan, print.paint)) print.line(line);
}

/** What planning and applying send. */
interface Wanted {
  readonly document: string;
  readonly secrets: Record<string, string>;
  readonly prune: boolean;
}

async function read(surroundings: Surroundings, options: DocumentOptions): Promise<Wanted> {
  const document = options.file === '-' ? await readStdin(surroundings) : await readFileOrFail(options.file);
  if (document.trim() === '') throw wrongUse('the document is empty; "notify config export" prints one');
  return { document, secrets: await givenSecrets(surroundings, document, options), prune: options.prune === true };
}

async function readFileOrFail(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Failure(`cannot read ${file} (${error.code}); check the path`);
  });
}

async function planned({ api, organization }: Router, body: Wanted): Promise<Plan> {
  return bodyOf(api.POST(`${PATH}/plan`, { params: { path: { organizationId: organization.id } }, body }));
}
