import type { FieldFault } from '../api/api-error.ts';
import type { ChannelKind } from '../api/types.ts';
import { filledValues, isEmpty, type Values } from '../forms/config-values.ts';
import { type FieldSchema, fieldsOf } from '../forms/json-schema.ts';
import { guideOf, type Way } from './kind-guides.ts';

/** The ways to set up a kind; none where there is but one. */
export function waysOf({ name }: ChannelKind): readonly Way[] {
  const guide = guideOf(name);
  return 'ways' in guide ? guide.ways : [];
}

/** The way of this id, or the first one. */
export function wayOf(kind: ChannelKind, id: string | undefined): Way | undefined {
  const ways = waysOf(kind);
  return ways.find((way) => way.id === id) ?? ways[0];
}

/** The way that a stored config goes. */
export function wayTaken(kind: ChannelKind, config: Values): Way | undefined {
  return waysOf(kind).find(({ needs }) => needs.every((name) => !isEmpty(config[name])));
}

/** The fields of a kind, and of one way alone: what it needs is required, what others need is left out. */
export function fieldsFor(kind: ChannelKind, way: Way | undefined): FieldSchema[] {
  const fields = fieldsOf(kind.configSchema);
  if (way === undefined) return fields;
  const alternatives = new Set(waysOf(kind).flatMap(({ needs }) => needs));
  return fields
    .filter(({ name }) => way.needs.includes(name) || !alternatives.has(name))
    .map((field) => (way.needs.includes(field.name) ? { ...field, required: true } : field));
}

/** What of these fields was typed: what belongs to another way is left out. */
export function valuesOf(fields: readonly FieldSchema[], values: Values): Values {
  const names = new Set(fields.map(({ name }) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}

/** A config that a preview can be made of: what is required stands as its example, because it is seen by nobody. */
export function previewConfig(fields: readonly FieldSchema[], values: Values): Values {
  const examples = fields
    .filter(({ required, example }) => required && example !== '')
    .map(({ name, shape, example }): [string, unknown] => [name, exampleValue(shape, example)]);
  return { ...filledValues(values), ...Object.fromEntries(examples) };
}

function exampleValue({ kind }: FieldSchema['shape'], example: string): unknown {
  if (kind === 'lines') return example.split('\n');
  return kind === 'number' ? Number(example) : example;
}

/** What has to be filled in and was not, as the API would say it. */
export function missingIn(fields: readonly FieldSchema[], values: Values): FieldFault[] {
  return fields
    .filter(({ name, required }) => required && isEmpty(values[name]))
    .map(({ name }) => ({ path: `config.${name}`, message: 'This is required.' }));
}
