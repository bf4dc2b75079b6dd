import { type FieldSchema, isRecord } from './json-schema.ts';

/** A config as it is being typed. */
export type Values = Readonly<Record<string, unknown>>;

/** What a form starts with: what is stored, and the defaults of what is not. */
export function initialValues(fields: readonly FieldSchema[], stored: Values = {}): Values {
  const defaults = fields.flatMap(({ name, shape }): [string, unknown][] => {
    if (shape.kind === 'switch') return shape.initial ? [[name, true]] : [];
    return shape.kind === 'choice' && shape.initial !== '' ? [[name, shape.initial]] : [];
  });
  return { ...Object.fromEntries(defaults), ...stored };
}

/** The config to create a channel with: what was left empty is left out. */
export function filledValues(values: Values): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, value]): [string, unknown] => [
    name,
    isRecord(value) ? filledValues(value) : value,
  ]);
  return Object.fromEntries(entries.filter(([, value]) => !isEmpty(value)));
}

/** The change that makes `stored` of what was typed: `null` removes what was emptied. */
export function changedValues(stored: Values, values: Values): Record<string, unknown> {
  const filled = filledValues(values);
  const removed = Object.keys(stored)
    .filter((name) => !(name in filled))
    .map((name): [string, unknown] => [name, null]);
  const nested = Object.entries(filled).map(([name, value]): [string, unknown] => {
    const before = stored[name];
    return [name, isRecord(before) && isRecord(value) ? changedValues(before, value) : value];
  });
  return Object.fromEntries([...removed, ...nested]);
}

/** Whether nothing was typed or chosen. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && Object.keys(value).length === 0;
}
