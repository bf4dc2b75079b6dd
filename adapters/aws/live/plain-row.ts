/** JSON whose shape is not known yet. */
export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

/**
 * A row as plain values, from its attributes as the wire has them. The SDK's `unmarshall` does the same in five times
 * the time, with most of the garbage of an event, and throws at a row it does not like, which would end the page. What
 * the row means is checked where it is handled.
 *
 * A set of strings becomes an array. Binary values and other sets become undefined: no row has any.
 */
export function plainRow(attributes: Json): Json {
  const row: Record<string, unknown> = {};
  for (const name of Object.keys(attributes)) row[name] = plainValue(attributes[name]);
  return row;
}

/** The value of an attribute: an object with one key, which names the type. */
function plainValue(attribute: unknown): unknown {
  if (!isObject(attribute)) return undefined;
  const { S, N, M, L, SS, BOOL } = attribute;
  if (S !== undefined) return S;
  if (N !== undefined) return Number(N);
  if (isObject(M)) return plainRow(M);
  if (Array.isArray(L)) return L.map(plainValue);
  return BOOL ?? SS ?? ('NULL' in attribute ? null : undefined);
}
