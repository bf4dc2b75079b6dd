import { isJsonObject, ownValue } from '../message/json-object.ts';

const MASK = '••••';
const SHOWN_CHARACTERS = 4;

type Config = Readonly<Record<string, unknown>>;
/** Returns what replaces a secret; `path` holds the keys that lead to it. */
type Change = (secret: string, path: readonly string[]) => unknown;

/**
 * The config with every secret text changed: masked, encrypted or decrypted. Other values stay as they are.
 *
 * @param secrets paths as a kind lists them, such as `secret` or `headers.*`
 */
export function mapSecrets(config: Config, secrets: readonly string[], change: Change): Record<string, unknown> {
  return secrets.reduce<Record<string, unknown>>(
    (mapped, secret) => mapAt(mapped, secret.split('.'), (value, path) => change(value, path)),
    { ...config },
  );
}

function mapAt(config: Config, [key = '', ...rest]: readonly string[], change: Change): Record<string, unknown> {
  const entries = Object.entries(config).map(([name, value]) =>
    key === '*' || key === name
      ? ([name, mapValue(value, rest, (secret, path) => change(secret, [name, ...path]))] as const)
      : ([name, value] as const),
  );
  return Object.fromEntries(entries);
}

function mapValue(value: unknown, rest: readonly string[], change: Change): unknown {
  if (rest.length === 0) return typeof value === 'string' ? change(value, []) : value;
  return isJsonObject(value) ? mapAt(value, rest, change) : value;
}

/** How a secret is shown (contract section 6): its last four characters, or none if they would be most of it. */
export function maskSecret(secret: string): string {
  return secret.length >= 2 * SHOWN_CHARACTERS ? MASK + secret.slice(-SHOWN_CHARACTERS) : MASK;
}

/**
 * A config as an operator sent it, with the stored secret in place of each of its own masks. A mask of anything else
 * stays, and the kind's schema decides whether to refuse it.
 */
export function restoreSecrets(sent: Config, stored: Config, secrets: readonly string[]): Record<string, unknown> {
  return mapSecrets(sent, secrets, (value, path) => {
    const known = configValueAt(stored, path);
    return typeof known === 'string' && value === maskSecret(known) ? known : value;
  });
}

/** The value that these keys lead to. */
export function configValueAt(config: Config, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isJsonObject(value) ? ownValue(value, key) : undefined), config);
}
