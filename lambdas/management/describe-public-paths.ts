import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { contentFields } from './content-fields.ts';
import { describeDropIns } from './describe-drop-ins.ts';
import { AuthConfig } from './sign-in.ts';

type Registry = OpenAPIHono['openAPIRegistry'];

const PublicIdPath = z.object({
  publicId: z
    .string()
    .regex(/^[A-Za-z0-9_-]{21}$/)
    .meta({ description: '21 characters of `A-Za-z0-9_-`. Secret.' }),
});

const SendError = z.object({ error: z.string() }).meta({ id: 'SendError' });
const TooLarge = SendError.extend({ limit: z.int().meta({ description: 'Bytes.' }) }).meta({ id: 'PayloadTooLarge' });
const QuotaExceeded = SendError.extend({ limit: z.int(), usage: z.int(), plan: z.string() }).meta({
  id: 'QuotaExceeded',
});

const LoopDetected = SendError.extend({
  reason: z
    .string()
    .optional()
    .meta({ description: 'How far it was forwarded, where its path alone does not say it.' }),
}).meta({ id: 'LoopDetected' });

const NotificationBody = z
  .looseObject({
    title: z.string().optional().meta({ description: 'Truncated to 200 characters.' }),
    message: z
      .string()
      .optional()
      .meta({ description: 'Truncated to 4,000 characters. None found: the whole body is the message.' }),
    priority: z.number().optional().meta({ description: '1 (lowest) to 5 (urgent); rounded, then clamped.' }),
    tags: z
      .union([z.array(z.string()), z.string()])
      .optional()
      .meta({ description: 'A list, or one comma-separated text.' }),
    payload: z.record(z.string(), z.unknown()).optional().meta({ description: 'Structured data for filters.' }),
  })
  .meta({ id: 'Notification', description: 'Any JSON object; it is stored whole.' });

const SendHeaders = z.object({
  authorization: z.string().optional().meta({ description: '`Bearer <API_KEY>`, where the webhook requires a key.' }),
  'idempotency-key': z
    .string()
    .max(256)
    .optional()
    .meta({ description: 'The same key with the same body within 24 hours is the same message, and the same answer.' }),
  'x-title': z.string().optional().meta({ description: 'Plain text only: the title.' }),
  'x-priority': z.string().optional().meta({ description: 'Plain text only: 1 to 5.' }),
  'x-tags': z.string().optional().meta({ description: 'Plain text only: comma-separated tags.' }),
});

const json = (schema: z.ZodType) => ({ 'application/json': { schema } });
const text = { 'text/plain': { schema: z.string() } };
const retryAfter = { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' as const } } };

const notAllowed = (allowed: 'GET' | 'POST', content: object) => ({
  405: {
    description: '`Method not allowed`: what any other method is told.',
    content,
    headers: { Allow: { description: 'The one there is.', schema: { type: 'string' as const, const: allowed } } },
  },
});

const sendErrors = {
  400: { description: '`Invalid JSON body`', content: json(SendError) },
  401: { description: '`Invalid API key`', content: json(SendError) },
  403: { description: '`Webhook is disabled`', content: json(SendError) },
  404: { description: '`Not found`', content: json(SendError) },
  ...notAllowed('POST', json(SendError)),
  413: { description: '`Payload too large`', content: json(TooLarge) },
  429: { description: '`Message quota exceeded`', content: json(QuotaExceeded) },
  503: { description: 'The notification could not be stored.', content: json(SendError), headers: retryAfter },
  508: {
    description:
      '`Loop detected`: it was here before, was forwarded too often, or its copies went to too many channels. Final.',
    content: json(LoopDetected),
  },
};

type Path = Parameters<Registry['registerPath']>[0];

const sending = { tags: ['Sending'], security: [{}, { apiKey: [] }] };
const sent = z.object({ messageId: z.string() }).meta({ id: 'Sent' });

const sendPath: Path = {
  ...sending,
  method: 'post',
  path: '/n/{publicId}',
  operationId: 'sendNotification',
  summary: 'Send a notification',
  request: {
    params: PublicIdPath,
    headers: SendHeaders,
    body: { required: true, content: { ...json(NotificationBody), ...text } },
  },
  responses: { 201: { description: 'Stored.', content: json(sent) }, ...sendErrors },
};

const FormBody = z.object({ payload: z.string().meta({ description: 'The JSON text of the body.' }) });

const slackPath: Path = {
  ...sending,
  method: 'post',
  path: '/n/{publicId}/slack',
  operationId: 'sendSlackNotification',
  summary: 'Send a notification as Slack-compatible senders do',
  request: {
    params: PublicIdPath,
    headers: SendHeaders,
    body: {
      required: true,
      content: { ...json(NotificationBody), 'application/x-www-form-urlencoded': { schema: FormBody } },
    },
  },
  responses: { 200: { description: 'Stored; the body is `ok`.', content: text }, ...sendErrors },
};

const StreamEvent = z
  .object({
    ...contentFields,
    timestamp: z.iso
      .datetime()
      .meta({ description: 'When the event was first put on the stream: the time of its id.' }),
    priority: z.number().optional(),
    tags: z.array(z.string()).optional(),
    payload: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'The request body, `{}` for plain text.' }),
  })
  .meta({ id: 'StreamEvent', description: 'The `data:` line of an event, on channels with the format `json`.' });

const streamPath: Path = {
  method: 'get',
  path: '/api/stream/{publicId}',
  operationId: 'streamNotifications',
  tags: ['Streaming'],
  summary: 'Stream notifications as server-sent events',
  security: [],
  request: {
    params: PublicIdPath,
    query: z.object({ since: z.string().optional().meta({ description: 'Like `Last-Event-ID`.' }) }),
    headers: z.object({ 'last-event-id': z.string().optional().meta({ description: 'Replay what came after it.' }) }),
  },
  responses: {
    200: {
      description:
        'An endless stream: `: connected`, events, and `: keepalive` every 30 seconds. An event is an `id:` line, a ULID, and a `data:` line: a `StreamEvent`, or fields separated by ` | ` on channels with the format `text`.',
      content: { 'text/event-stream': { schema: z.string() } },
    },
    404: { description: 'No such stream, or it is switched off.', content: text },
    ...notAllowed('GET', text),
    429: { description: 'Too many connections.', content: text, headers: retryAfter },
    503: { description: 'The stream service does not run or is not reached.', content: text, headers: retryAfter },
  },
};

const health = z.object({ status: z.literal('ok') }).meta({ id: 'Health' });

const healthPath: Path = {
  method: 'get',
  path: '/api/health',
  operationId: 'getHealth',
  tags: ['Service'],
  summary: 'Whether the service answers',
  security: [],
  responses: { 200: { description: 'It does.', content: json(health) } },
};

const documentPath: Path = {
  method: 'get',
  path: '/api/v1/openapi.json',
  operationId: 'getOpenApi',
  tags: ['Service'],
  summary: 'This document',
  security: [],
  responses: { 200: { description: 'OpenAPI 3.1.', content: json(z.record(z.string(), z.unknown())) } },
};

const docsPath: Path = {
  method: 'get',
  path: '/api/v1/docs',
  operationId: 'getDocs',
  tags: ['Service'],
  summary: 'This document as a page, with calls to try',
  security: [],
  responses: { 200: { description: 'HTML.', content: { 'text/html': { schema: z.string() } } } },
};

const configSchemaPath: Path = {
  method: 'get',
  path: '/api/v1/config-schema.json',
  operationId: 'getConfigSchema',
  tags: ['Configuration'],
  summary: 'The JSON Schema of documents, for editors',
  security: [],
  responses: { 200: { description: 'JSON Schema 2020-12.', content: json(z.record(z.string(), z.unknown())) } },
};

const authConfigPath: Path = {
  method: 'get',
  path: '/api/v1/auth-config',
  operationId: 'getAuthConfig',
  tags: ['Service'],
  summary: 'Where people sign in',
  security: [],
  responses: { 200: { description: 'The OpenID Connect issuer.', content: json(AuthConfig) } },
};

const callPaths = [sendPath, slackPath, streamPath];
const servicePaths = [healthPath, documentPath, docsPath, configSchemaPath, authConfigPath];

/** Adds what senders, readers and probes call: sending, streaming, health, and the document itself. */
export function describePublicPaths(registry: Registry): void {
  // No answer refers to this schema: to OpenAPI, a stream is one text.
  registry.register('StreamEvent', StreamEvent);
  for (const path of [...callPaths, ...servicePaths]) registry.registerPath(path);
  describeDropIns(registry, PublicIdPath.shape.publicId);
}
