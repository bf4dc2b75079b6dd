import { Failure } from '../failure.ts';
import { changeContexts, readContexts, type Context, type Contexts } from '../router/contexts.ts';
import { endSession } from '../sign-in/session.ts';
import type { Printer } from '../terminal/print.ts';
import type { Surroundings } from '../terminal/surroundings.ts';

interface JsonOption {
  readonly json?: boolean;
}

/** Lists the routers that somebody signed in to. Tokens are not shown. */
export async function listContexts({ env }: Surroundings, print: Printer, { json }: JsonOption): Promise<void> {
  const { current, contexts } = await readContexts(env);
  const rows = Object.entries(contexts).map(([name, { url, session }]) => ({
    name,
    url,
    current: name === current,
    ...(session === undefined ? {} : { email: session.email }),
  }));
  for (const row of rows) {
    if (json === true) print.json(row);
    else print.line(rowWords(row, print.paint));
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
  const stored = await changeContexts(surroundings.env, (contexts) => {
    contextIn(contexts, options.name);
    return { ...contexts, current: options.name };
  });
  const { url } = contextIn(stored, options.name);
  tell(print, options, { context: options.name, url }, `Now using ${url}`);
}

/** Forgets one, and its token. The session of a person ends at the issuer, too. */
export async function removeContext(
  surroundings: Surroundings,
  print: Printer,
  options: JsonOption & { name: string },
) {
  const { name } = options;
  const context = contextIn(await readContexts(surroundings.env), name);
  await changeContexts(surroundings.env, ({ current, contexts }) => ({
    current: current === name ? null : current,
    contexts: Object.fromEntries(Object.entries(contexts).filter(([other]) => other !== name)),
  }));
  const rest = (await endSession(context)) ? 'its session has ended' : restWords(context);
  tell(print, options, { removed: name, url: context.url }, `Forgot ${context.url}; ${rest}`);
}

const restWords = ({ session }: Context): string =>
  session === undefined
    ? 'its token still works until you delete it there'
    : `its session still works until it ends at ${new URL(session.issuer).host}`;

function rowWords(row: { name: string; url: string; current: boolean; email?: string }, paint: Printer['paint']) {
  const words = [row.name, paint('dim', row.url), ...(row.email === undefined ? [] : [row.email])];
  return `${row.current ? '*' : ' '} ${words.join('  ')}`;
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
