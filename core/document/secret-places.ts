import type { ConfigurableKind } from '../channels/channel-kind.ts';
import { isJsonObject } from '../message/json-object.ts';

type Config = Readonly<Record<string, unknown>>;
type Change = (value: unknown, keys: readonly string[]) => unknown;

/** How a document writes a secret. */
export interface NamedSecret {
  readonly secret: string;
}

/** Whether a value of a document stands for a secret. */
export function isSecretReference(value: unknown): value is NamedSecret {
  return (
    isJsonObject(value) &&
    Object.keys(value).length === 1 &&
    typeof value['secret'] === 'string' &&
    value['secret'] !== ''
  );
}

/** The places of the secrets that operators give, as paths into the config. */
export function secretPlaces({ secrets, internal }: Pick<ConfigurableKind, 'secrets' | 'internal'>): string[] {
  return secrets.filter((path) => !internal.includes(path.split('.', 1).join()));
}

/** The config with what stands at these paths changed; `headers.*` is each value of that record. */
export function changeAt(config: Config, paths: readonly string[], change: Change): Record<string, unknown> {
  return paths.reduce<Record<string, unknown>>((changed, path) => walk(changed, path.split('.'), change), {
    ...config,
  });
}

function walk(config: Config, [key = '', ...rest]: readonly string[], change: Change): Record<string, unknown> {
  const entries = Object.entries(config).map(([name, value]): [string, unknown] => {
    if (key !== '*' && key !== name) return [name, value];
    if (rest.length === 0) return [name, change(value, [name])];
    return [name, isJsonObject(value) ? walk(value, rest, (inner, keys) => change(inner, [name, ...keys])) : value];
  });
  return Object.fromEntries(entries);
}
