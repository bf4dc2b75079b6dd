import { z } from '@hono/zod-openapi';
import type { ConfigurableKind } from '../../core/channels/channel-kind.ts';
import { channelKinds } from '../../core/channels/registry.ts';
import { secretPlaces } from '../../core/document/secret-places.ts';
import { isJsonObject, type JsonObject, parseJsonObject } from '../../core/message/json-object.ts';
import { filterSchema } from './description.ts';
import { DocumentField } from './document-fields.ts';

const SECRET = {
  type: 'object',
  description: 'The name of a secret, which is given beside the document.',
  properties: { secret: { type: 'string', minLength: 1 } },
  required: ['secret'],
  additionalProperties: false,
} as const;

/** The JSON Schema of documents, made from the schemas that check them, so that editors complete what they write. */
export function documentSchema(publicBaseUrl: string): JsonObject {
  const text = JSON.stringify(z.toJSONSchema(DocumentField, { io: 'input' }));
  const { $schema, $defs, ...schema } = parseJsonObject(text.replaceAll('#/components/schemas/', '#/$defs/')) ?? {};
  return {
    $schema,
    $id: `${publicBaseUrl}/api/v1/config-schema.json`,
    title: 'Notification router',
    description: 'The webhooks, links and channels of an organisation.',
    ...withKinds(schema),
    $defs: { ...(isJsonObject($defs) ? $defs : {}), Filter: filterSchema('#/$defs/'), Secret: SECRET },
  };
}

/** The schema in which the config of a channel is as its kind says. */
function withKinds(document: JsonObject): JsonObject {
  const anyOf = Object.values(channelKinds).map((kind) => ({
    title: kind.title,
    properties: { kind: { const: kind.kind }, config: configSchema(kind) },
  }));
  return changedAt(document, ['properties', 'channels', 'additionalProperties'], (entry) =>
    isJsonObject(entry) ? { ...entry, anyOf } : entry,
  );
}

function configSchema(kind: ConfigurableKind): JsonObject {
  const { $schema: _, ...config } = z.toJSONSchema(kind.config, { io: 'input' });
  return secretPlaces(kind).reduce<JsonObject>((schema, place) => withSecret(schema, place.split('.')), config);
}

/** The schema with a reference where it had a secret; a config of several forms has it in each. */
function withSecret(schema: JsonObject, [key = '', ...rest]: readonly string[]): JsonObject {
  const forms = Object.entries(schema).flatMap(([word, list]) =>
    Array.isArray(list) && FORMS.has(word)
      ? [[word, list.map((form: unknown) => (isJsonObject(form) ? withSecret(form, [key, ...rest]) : form))] as const]
      : [],
  );
  const place = key === '*' ? ['additionalProperties'] : ['properties', key];
  const changed = changedAt(schema, place, (inner) => {
    if (!isJsonObject(inner)) return inner;
    return rest.length === 0 ? { $ref: '#/$defs/Secret' } : withSecret(inner, rest);
  });
  return { ...changed, ...Object.fromEntries(forms) };
}

const FORMS = new Set(['anyOf', 'oneOf', 'allOf']);

function changedAt(
  object: JsonObject,
  [key = '', ...rest]: readonly string[],
  change: (value: unknown) => unknown,
): JsonObject {
  const inner = object[key];
  if (inner === undefined) return object;
  if (rest.length === 0) return { ...object, [key]: change(inner) };
  return isJsonObject(inner) ? { ...object, [key]: changedAt(inner, rest, change) } : object;
}
