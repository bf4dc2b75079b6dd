import { type OpenAPIHono, z } from '@hono/zod-openapi';

/** Where paths are described. */
export type Registry = OpenAPIHono['openAPIRegistry'];

/** The secret address of a webhook or a stream. */
export const PublicIdPath = z.object({
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

/** What is sent as JSON. */
export const NotificationBody = z
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

/** What counts of the headers of a send. */
export const SendHeaders = z.object({
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

/** The content of an answer in JSON. */
export const json = (schema: z.ZodType) => ({ 'application/json': { schema } });
/** The content of an answer in text. */
export const text = { 'text/plain': { schema: z.string() } };
/** When to come back. */
export const retryAfter = { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' as const } } };

/** What any other method is told. */
export const notAllowed = (allowed: 'GET' | 'POST', content: object) => ({
  405: {
    description: '`Method not allowed`: what any other method is told.',
    content,
    headers: { Allow: { description: 'The one there is.', schema: { type: 'string' as const, const: allowed } } },
  },
});

/** Why a send is refused. */
export const sendErrors = {
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

/** One path, as it is described. */
export type PublicPath = Parameters<Registry['registerPath']>[0];

/** What all sends share. */
export const sending = { tags: ['Sending'], security: [{}, { apiKey: [] }] };
