/** What a form needs to know of one field of a JSON Schema. */
export interface FieldSchema {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** An example as it would be typed. */
  readonly example: string;
  readonly required: boolean;
  readonly shape: FieldShape;
}

type FieldShape =
  | { readonly kind: 'text' }
  | { readonly kind: 'number' }
  | { readonly kind: 'switch'; readonly initial: boolean }
  | { readonly kind: 'choice'; readonly options: readonly string[]; readonly initial: string }
  | { readonly kind: 'lines' }
  | { readonly kind: 'pairs' }
  | { readonly kind: 'group'; readonly fields: readonly FieldSchema[] };

type Schema = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The fields of an object schema, in its order. */
export function fieldsOf(schema: Schema): FieldSchema[] {
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!isRecord(property)) return [];
    return [
      {
        name,
        title: textOf(property['title']) || wordsOf(name),
        description: textOf(property['description']),
        example: exampleOf(property),
        required: required.includes(name),
        shape: shapeOf(property),
      },
    ];
  });
}

function shapeOf(schema: Schema): FieldShape {
  const options = schema['enum'];
  if (Array.isArray(options)) {
    return { kind: 'choice', options: options.map(String), initial: textOf(schema['default']) };
  }
  switch (schema['type']) {
    case 'boolean':
      return { kind: 'switch', initial: schema['default'] === true };
    case 'integer':
    case 'number':
      return { kind: 'number' };
    case 'array':
      return { kind: 'lines' };
    case 'object':
      return isRecord(schema['properties']) ? { kind: 'group', fields: fieldsOf(schema) } : { kind: 'pairs' };
    default:
      return { kind: 'text' };
  }
}

function exampleOf(schema: Schema): string {
  const examples = schema['examples'];
  const first: unknown = Array.isArray(examples) ? examples[0] : undefined;
  if (Array.isArray(first)) return first.join('\n');
  return typeof first === 'string' || typeof first === 'number' ? String(first) : '';
}

/** `chatId` as "Chat id", where a schema gives no title. */
function wordsOf(name: string): string {
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
