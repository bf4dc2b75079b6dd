import { isJsonObject, type JsonObject } from '../../core/message/json-object.ts';

const ULID = '01KAG20RM0ABCDEFGHJKMNPQR0';

/** Example values for fields with these names, wherever they are: their schemas alone would give unreadable ones. */
const byName: JsonObject = {
  id: `wh_${ULID}`,
  organizationId: `org_${ULID}`,
  webhookId: `wh_${ULID}`,
  channelId: `ch_${ULID}`,
  messageId: `msg_${ULID}`,
  tokenId: `tok_${ULID}`,
  memberId: `usr_${ULID}`,
  invitationId: `inv_${ULID}`,
  publicId: 'V1StGXR8_Z5jdHi6B-myT',
  target: `wh_${ULID}`,
  slug: 'production-alerts',
  name: 'Production alerts',
  title: 'Disk full on web-1',
  message: 'The disk of web-1 is 95 % full.',
  tags: ['disk', 'prod'],
  priority: 4,
  reason: 'no filter: everything matches',
  url: 'https://example.com/hook',
  curl: "curl -X POST 'https://example.com/hook'",
  method: 'POST',
  error: 'Not found',
  nextCursor: null,
  payload: { host: 'web-1' },
};

const draft = { kind: 'webhook', config: { url: 'https://example.com/hook' } };

const document = {
  version: 1,
  channels: { live: { kind: 'live-stream', name: 'Live', config: { format: 'text' } } },
  webhooks: { ci: { name: 'CI', preset: 'github', links: { live: { filter: { priority: { gte: 3 } } } } } },
};

/** Requests whose parts depend on each other. */
const bodies: Readonly<Record<string, JsonObject>> = {
  postOrganizationsOrganizationIdFiltersEvaluate: { filter: { priority: { gte: 4 } }, body: { priority: 5 } },
  postOrganizationsOrganizationIdTemplatesPreview: {
    templates: { title: '{{ service }} is {{ state }}' },
    body: { service: 'shop', state: 'down' },
  },
  postOrganizationsOrganizationIdChannels: { name: 'On call', ...draft },
  postOrganizationsOrganizationIdChannelDraftsTest: draft,
  postOrganizationsOrganizationIdChannelDraftsPreview: draft,
  patchOrganizationsOrganizationIdChannelsChannelId: { name: 'On call', enabled: true },
  patchOrganizationsOrganizationIdWebhooksWebhookId: { name: 'Deployments', templates: { title: null } },
  postOrganizationsOrganizationIdTokens: { name: 'CI', role: 'admin' },
  patchOrganizationsOrganizationId: { name: 'Acme' },
  postOrganizationsOrganizationIdConfigPlan: { document, prune: true },
  postOrganizationsOrganizationIdConfigApply: { document, secrets: { 'ops-slack-token': 'xoxb-example-token' } },
  postOrganizationsOrganizationIdWebhooksWebhookIdTest: { body: { title: 'Disk full', priority: 4 } },
};

/** The document with an example of every parameter, request and answer, inline, made from what their schemas say. */
export function withExamples(document: JsonObject): JsonObject {
  const make = exampleMaker(document);
  return mapped(document, 'paths', (path) =>
    Object.fromEntries(
      Object.entries(path).map(([method, operation]) => [
        method,
        isJsonObject(operation) && isJsonObject(operation['responses']) ? illustrated(operation, make) : operation,
      ]),
    ),
  );
}

type Make = (schema: unknown, name?: string) => unknown;

function illustrated(operation: JsonObject, make: Make): JsonObject {
  const body = bodies[String(operation['operationId'])];
  const parameters = Array.isArray(operation['parameters']) ? operation['parameters'] : [];
  const withAnswers = mapped(operation, 'responses', (response) => withContent(response, make));
  return {
    ...withAnswers,
    ...(parameters.length === 0 ? {} : { parameters: parameters.map((parameter) => withValue(parameter, make)) }),
    ...(isJsonObject(operation['requestBody'])
      ? { requestBody: withContent(operation['requestBody'], body === undefined ? make : () => body) }
      : {}),
  };
}

/** Gives a value only to parameters that a call needs: an example cursor or list filter would find nothing. */
function withValue(parameter: unknown, make: Make): unknown {
  if (!isJsonObject(parameter) || parameter['required'] !== true) return parameter;
  return { ...parameter, example: make(parameter['schema'], String(parameter['name'])) };
}

function withContent(carrier: JsonObject, make: Make): JsonObject {
  return mapped(carrier, 'content', (media) => ({ ...media, example: make(media['schema']) }));
}

function mapped(object: JsonObject, key: string, change: (value: JsonObject) => JsonObject): JsonObject {
  const inner = object[key];
  if (!isJsonObject(inner)) return object;
  const entries = Object.entries(inner).map(([name, value]) => [name, isJsonObject(value) ? change(value) : value]);
  return { ...object, [key]: Object.fromEntries(entries) };
}

/** Makes values that fit a schema of the document. */
function exampleMaker(document: JsonObject): Make {
  const schemaAt = (ref: string): unknown =>
    ref
      .split('/')
      .slice(1)
      .reduce<unknown>((at, key) => (isJsonObject(at) ? at[key] : undefined), document);

  const make: Make = (schema, name = '') => {
    if (!isJsonObject(schema)) return {};
    if (typeof schema['$ref'] === 'string') {
      return schema['$ref'].endsWith('/Filter') ? { priority: { gte: 4 } } : make(schemaAt(schema['$ref']), name);
    }
    const [known] = [schema['examples'], schema['enum']].flatMap((list) => (Array.isArray(list) ? list : []));
    if (known !== undefined) return known;
    if ('const' in schema) return schema['const'];
    const forms = [schema['anyOf'], schema['oneOf'], schema['allOf']].find((list) => Array.isArray(list));
    if (Array.isArray(forms)) return make(forms[0], name);
    const named = byName[name];
    if (named !== undefined && typesOf(schema).includes(typeOf(named))) return named;
    return plain(schema, make);
  };
  return make;
}

function plain(schema: JsonObject, make: Make): unknown {
  const [type] = typesOf(schema);
  switch (type) {
    case 'object': {
      const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
      return Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, make(inner, key)]));
    }
    case 'array':
      return [make(schema['items'])];
    case 'integer':
    case 'number':
      return schema['default'] ?? schema['minimum'] ?? 1;
    case 'boolean':
      return schema['default'] ?? true;
    case 'null':
      return null;
    default:
      return textFor(String(schema['format']));
  }
}

function textFor(format: string): string {
  const texts: Readonly<Record<string, string>> = {
    'date-time': '2026-11-20T10:00:00.000Z',
    email: 'somebody@example.com',
    uri: 'https://notify.example.com/n/V1StGXR8_Z5jdHi6B-myT',
  };
  return texts[format] ?? 'text';
}

function typesOf({ type }: JsonObject): readonly unknown[] {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.includes('integer') ? [...types, 'number'] : types;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
