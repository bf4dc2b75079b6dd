import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { Failure, wrongUse } from '../failure.ts';
import { askedSecret } from '../terminal/prompt.ts';
import type { Surroundings } from '../terminal/surroundings.ts';

const PREFIX = 'NOTIFY_SECRET_';

interface SecretOptions {
  /** A file with a name and a secret a line, as YAML or JSON. */
  readonly secrets?: string;
  /** Asks for those that nothing else gives. */
  readonly askSecrets?: boolean;
}

/**
 * The secrets that a document names and somebody gives: in a file, in the environment as `NOTIFY_SECRET_<NAME>`, or when
 * asked. One that nobody gives keeps what is stored.
 *
 * @throws Failure when it is not clear which secret a variable is
 */
export async function givenSecrets(
  surroundings: Surroundings,
  document: string,
  options: SecretOptions,
): Promise<Record<string, string>> {
  const inFile = options.secrets === undefined ? {} : await secretsIn(options.secrets);
  const names = namesIn(document);
  const given = { ...fromVariables(surroundings.env, names), ...inFile };
  if (options.askSecrets !== true) return given;
  for (const name of names.filter((name) => !Object.hasOwn(given, name))) {
    const secret = await askedSecret(surroundings, `${name} (empty keeps what is stored)`);
    if (secret !== '') given[name] = secret;
  }
  return given;
}

/** The variable that holds a secret of this name. */
export const variableOf = (name: string): string => PREFIX + name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');

function fromVariables(env: Surroundings['env'], names: readonly string[]): Record<string, string> {
  const given: Record<string, string> = {};
  for (const name of names) {
    const variable = variableOf(name);
    const secret = env[variable];
    if (secret === undefined) continue;
    const another = names.find((other) => other !== name && variableOf(other) === variable);
    if (another !== undefined)
      throw wrongUse(`${variable} could be "${name}" or "${another}"; give both with --secrets`);
    given[name] = secret;
  }
  return given;
}

/** The names in the places of secrets. A document that cannot be read has none: the router says what is wrong with it. */
export function namesIn(document: string): string[] {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const entries = Object.entries(value);
    const [[key, name] = [undefined, undefined]] = entries;
    if (entries.length === 1 && key === 'secret' && typeof name === 'string') names.add(name);
    else for (const [, inner] of entries) visit(inner);
  };
  visit(parsed(document));
  return [...names];
}

function parsed(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

async function secretsIn(file: string): Promise<Record<string, string>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Failure(`cannot read ${file} (${error.code}); check the path`);
  });
  const secrets = z.record(z.string(), z.string()).safeParse(parsed(text));
  // Nothing of the file is shown.
  if (!secrets.success)
    throw new Failure(`${file} must have lines such as "ops-slack-token: xoxb-…", each value a text`);
  return secrets.data;
}
