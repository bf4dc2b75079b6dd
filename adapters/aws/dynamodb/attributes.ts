import { isJsonObject, type JsonObject } from '../../../core/message/json-object.ts';

/** An item as plain values. */
export type PlainRow = Record<string, unknown>;

/** An attribute in the wire format: an object with one key, which names the type. */
type Attribute = JsonObject;

/**
 * An item in the wire format. Attributes without a value are left out.
 *
 * @throws {TypeError} for a value that no item has, with the path to it
 */
export function attributesOf(row: object): JsonObject {
  return isJsonObject(row) ? members(row, '') : {};
}

function members(values: JsonObject, path: string): JsonObject {
  const attributes: Record<string, Attribute> = {};
  for (const name of Object.keys(values)) {
    const value = values[name];
    if (value !== undefined) put(attributes, name, attributeOf(value, `${path}.${name}`));
  }
  return attributes;
}

function attributeOf(value: unknown, path: string): Attribute {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number' && isExact(value)) return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (typeof value === 'object') return compoundOf(value, path);
  throw unknownValue(typeof value === 'number' ? `the number ${value}` : `a ${typeof value}`, path);
}

/** DynamoDB keeps 38 digits, but a larger integer is no longer the one that was meant. */
const isExact = (value: number): boolean => Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;

function compoundOf(value: object, path: string): Attribute {
  if (Array.isArray(value)) return { L: listOf(value, path) };
  if (value instanceof Set) return { SS: stringsOf(value, path) };
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') };
  const prototype: unknown = Object.getPrototypeOf(value);
  if ((prototype === Object.prototype || prototype === null) && isJsonObject(value)) return { M: members(value, path) };
  throw unknownValue(`a ${value.constructor.name}`, path);
}

/** A gap in a list is left out, as `removeUndefinedValues` of the SDK does it. */
function listOf(values: readonly unknown[], path: string): Attribute[] {
  const list: Attribute[] = [];
  for (const [at, value] of values.entries()) if (value !== undefined) list.push(attributeOf(value, `${path}[${at}]`));
  return list;
}

function stringsOf(values: ReadonlySet<unknown>, path: string): string[] {
  const strings = [...values].filter((value) => typeof value === 'string');
  if (strings.length === 0) throw unknownValue('an empty set', path);
  if (strings.length < values.size) throw unknownValue('a set of other things than strings', path);
  return strings;
}

function unknownValue(what: string, path: string): TypeError {
  return new TypeError(`No item can have ${what}: ${path.slice(1)}`);
}

/**
 * An item as plain values, from its attributes in the wire format. A set of strings becomes a `Set`; sets of other
 * things become undefined: no item has any. The code that handles the item checks its content.
 */
export function rowOf(attributes: JsonObject): PlainRow {
  const row: PlainRow = {};
  for (const name of Object.keys(attributes)) put(row, name, valueOf(attributes[name]));
  return row;
}

function valueOf(attribute: unknown): unknown {
  if (!isJsonObject(attribute)) return undefined;
  const { S, N, M, L } = attribute;
  if (S !== undefined) return S;
  if (N !== undefined) return Number(N);
  if (isJsonObject(M)) return rowOf(M);
  if (Array.isArray(L)) return L.map(valueOf);
  return rareValueOf(attribute);
}

function rareValueOf({ BOOL, NULL, SS, B }: JsonObject): unknown {
  if (BOOL !== undefined) return BOOL;
  if (NULL === true) return null;
  if (Array.isArray(SS)) return new Set(SS);
  return typeof B === 'string' ? new Uint8Array(Buffer.from(B, 'base64')) : undefined;
}

/** A key `__proto__` of a body is a name like any other. */
function put(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') target[name] = value;
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}
