import { z } from 'zod';
import type { ConfigurableKind } from '../../core/channels/channel-kind.ts';
import { secretPlaces } from '../../core/document/secret-places.ts';
import { isJsonObject, type JsonObject } from '../../core/message/json-object.ts';

const HEADER = `// Made from the schemas of the channel kinds by \`npm run api-types\`. Do not edit.
import type { SecretValue } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { type ChannelOfKind, ChannelResource, type ChannelProps, type IChannel } from './channel-resource.ts';
`;

/** The class \`Channel\` with a typed factory for each kind, as TypeScript. */
export function channelFactories(kinds: readonly ConfigurableKind[]): string {
  return [HEADER, ...kinds.map(configType), channelClass(kinds)].join('\n');
}

const words = (kind: string) => kind.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
const typeName = (kind: string) => `${words(kind).join('')}ChannelConfig`;

function factoryName(kind: string): string {
  const name = words(kind).join('');
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function schemaOf(kind: ConfigurableKind): JsonObject {
  return JSON.parse(JSON.stringify(z.toJSONSchema(kind.config, { io: 'input' })));
}

function configType(kind: ConfigurableKind): string {
  const secrets = secretPlaces(kind).map((place) => place.split('.'));
  const doc = `/** The config of a channel of kind \`${kind.kind}\`. */\n`;
  return `${doc}export type ${typeName(kind.kind)} = ${typeOf(schemaOf(kind), { secrets, indent: '' })};\n`;
}

interface Place {
  /** Paths to secrets, from here. */
  readonly secrets: readonly (readonly string[])[];
  readonly indent: string;
}

function below({ secrets, indent }: Place, key: string): Place {
  const inside = secrets.filter(([first]) => first === key || first === '*').map(([, ...rest]) => rest);
  return { secrets: inside, indent };
}

function typeOf(schema: unknown, place: Place): string {
  if (place.secrets.some((path) => path.length === 0)) return 'SecretValue';
  if (!isJsonObject(schema)) return 'unknown';
  const forms = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(forms)) return [...new Set(forms.map((form) => typeOf(form, place)))].join(' | ');
  if ('const' in schema) return literal(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].map(literal).join(' | ');
  switch (schema['type']) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema['type'];
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return `readonly (${typeOf(schema['items'], below(place, '*'))})[]`;
    case 'object':
      return objectType(schema, place);
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`);
  }
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

function objectType(schema: JsonObject, place: Place): string {
  const { properties, additionalProperties: others } = schema;
  if (!isJsonObject(properties)) return `Readonly<Record<string, ${typeOf(others, below(place, '*'))}>>`;
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const indent = `${place.indent}  `;
  const lines = Object.entries(properties).flatMap(([name, inner]) => {
    const type = typeOf(inner, { ...below(place, name), indent });
    return [...docOf(inner, indent), `${indent}readonly ${name}${required.has(name) ? '' : '?'}: ${type};`];
  });
  return `{\n${lines.join('\n')}\n${place.indent}}`;
}

function docOf(schema: unknown, indent: string): string[] {
  const description = isJsonObject(schema) ? schema['description'] : undefined;
  return typeof description === 'string' ? [`${indent}/** ${description.replaceAll('*/', '*\\/')} */`] : [];
}

function channelClass(kinds: readonly ConfigurableKind[]): string {
  return `/**
 * Where notifications are delivered, declared by a stack. Another kind is another channel.
 *
 * @throws InvalidDeclaration from each factory, when the API would refuse the channel.
 */
export class Channel extends ChannelResource {
  /** A channel that is there already: made by hand, by a document or by another stack. */
  static fromSlug(slug: string): IChannel {
    return { channelRef: slug };
  }
${kinds.map(factory).join('')}}
`;
}

function factory(kind: ConfigurableKind): string {
  const config = typeName(kind.kind);
  const needsConfig = Array.isArray(schemaOf(kind)['required']);
  const props = needsConfig ? `ChannelOfKind<${config}>` : `ChannelProps & Partial<ChannelOfKind<${config}>>`;
  return `
  /** ${kind.description} */
  static ${factoryName(kind.kind)}(scope: Construct, id: string, props: ${props}): Channel {
    return new Channel(scope, id, { ...props, kind: '${kind.kind}' });
  }
`;
}
