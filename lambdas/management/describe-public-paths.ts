import { z } from '@hono/zod-openapi';
import { contentFields } from './content-fields.ts';
import { askPaths } from './describe-ask-paths.ts';
import {
  json,
  notAllowed,
  NotificationBody,
  type PublicPath,
  PublicIdPath,
  type Registry,
  retryAfter,
  sendErrors,
  SendHeaders,
  sending,
  text,
} from './public-path-parts.ts';
import { describeDropIns } from './describe-drop-ins.ts';
import { AuthConfig } from './sign-in.ts';

const sent = z.object({ messageId: z.string() }).meta({ id: 'Sent' });

const sendPath: PublicPath = {
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

const slackPath: PublicPath = {
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

const streamPath: PublicPath = {
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

const healthPath: PublicPath = {
  method: 'get',
  path: '/api/health',
  operationId: 'getHealth',
  tags: ['Service'],
  summary: 'Whether the service answers',
  security: [],
  responses: { 200: { description: 'It does.', content: json(health) } },
};

const documentPath: PublicPath = {
  method: 'get',
  path: '/api/v1/openapi.json',
  operationId: 'getOpenApi',
  tags: ['Service'],
  summary: 'This document',
  security: [],
  responses: { 200: { description: 'OpenAPI 3.1.', content: json(z.record(z.string(), z.unknown())) } },
};

const docsPath: PublicPath = {
  method: 'get',
  path: '/api/v1/docs',
  operationId: 'getDocs',
  tags: ['Service'],
  summary: 'This document as a page, with calls to try',
  security: [],
  responses: { 200: { description: 'HTML.', content: { 'text/html': { schema: z.string() } } } },
};

const configSchemaPath: PublicPath = {
  method: 'get',
  path: '/api/v1/config-schema.json',
  operationId: 'getConfigSchema',
  tags: ['Configuration'],
  summary: 'The JSON Schema of documents, for editors',
  security: [],
  responses: { 200: { description: 'JSON Schema 2020-12.', content: json(z.record(z.string(), z.unknown())) } },
};

const authConfigPath: PublicPath = {
  method: 'get',
  path: '/api/v1/auth-config',
  operationId: 'getAuthConfig',
  tags: ['Service'],
  summary: 'Where people sign in',
  security: [],
  responses: { 200: { description: 'The OpenID Connect issuer.', content: json(AuthConfig) } },
};

const callPaths = [sendPath, slackPath, ...askPaths, streamPath];
const servicePaths = [healthPath, documentPath, docsPath, configSchemaPath, authConfigPath];

/** Adds what senders, readers and probes call: sending, streaming, health, and the document itself. */
export function describePublicPaths(registry: Registry): void {
  // No answer refers to this schema: to OpenAPI, a stream is one text.
  registry.register('StreamEvent', StreamEvent);
  for (const path of [...callPaths, ...servicePaths]) registry.registerPath(path);
  describeDropIns(registry, PublicIdPath.shape.publicId);
}
