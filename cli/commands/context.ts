import { Failure } from '../failure.ts';
import { readContexts, writeContexts, type Contexts } from '../router/contexts.ts';
import type { Printer } from '../terminal/print.ts';
import type { Surroundings } from '../terminal/surroundings.ts';

interface JsonOption {
  readonly json?: boolean;
}

/** Lists the routers that somebody signed in to. Tokens are not shown. */
export async function listContexts({ env }: Surroundings, print: Printer, { json }: JsonOption): Promise<void> {
  const { current, contexts } = await readContexts(env);
  const rows = Object.entries(contexts).map(([name, { url }]) => ({ name, url, current: name === current }));
  for (const row of rows) {
    if (json === true) print.json(row);
    else print.line(`${row.current ? '*' : ' '} ${row.name}  ${print.paint('dim', row.url)}`);
  }
  if (rows.length === 0 && json !== true) print.note('no context yet; run "notify login"');
  if (env['NOTIFY_URL'] || env['NOTIFY_TOKEN']) print.note('NOTIFY_URL and NOTIFY_TOKEN win over these');
}

/** Makes one of them the current one. */
export async function chooseContext(
  surroundings: Surroundings,
  print: Printer,
  options: JsonOption & { name: string },
) {
  const stored = await readContexts(surroundings.env);
  const { url } = contextIn(stored, options.name);
  await writeContexts(surroundings.env, { ...stored, current: options.name });
  tell(print, options, { context: options.name, url }, `Now using ${url}`);
}

/** Forgets one, and its token. */
export async function removeContext(
  surroundings: Surroundings,
  print: Printer,
  options: JsonOption & { name: string },
) {
  const stored = await readContexts(surroundings.env);
  const { url } = contextIn(stored, options.name);
  const contexts = Object.fromEntries(Object.entries(stored.contexts).filter(([name]) => name !== options.name));
  const current = stored.current === options.name ? null : stored.current;
  await writeContexts(surroundings.env, { current, contexts });
  tell(
    print,
    options,
    { removed: options.name, url },
    `Forgot ${url}; its token still works until you delete it there`,
  );
}

function contextIn({ contexts }: Contexts, name: string) {
  const context = Object.hasOwn(contexts, name) ? contexts[name] : undefined;
  if (context !== undefined) return context;
  throw new Failure(`there is no context "${name}"; see "notify context"`);
}

function tell(print: Printer, { json }: JsonOption, value: object, text: string): void {
  if (json === true) print.json(value);
  else print.line(text);
}
