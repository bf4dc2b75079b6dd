import { z } from '@hono/zod-openapi';
import {
  json,
  NotificationBody,
  type PublicPath,
  PublicIdPath,
  retryAfter,
  sendErrors,
  SendHeaders,
} from './public-path-parts.ts';
import { askStanding, OptionView } from './routes/asks.ts';
import { Id, Time } from './fields.ts';

const AskBody = NotificationBody.extend({
  ask: z.object({
    options: z
      .array(OptionView)
      .min(1)
      .max(5)
      .meta({ description: 'Their ids are unique; labels have 40 characters at most.' }),
    text: z
      .boolean()
      .optional()
      .meta({ description: 'Words may be added to the answer, or given instead of an option.' }),
    expiresIn: z.int().min(30).max(604_800).optional().meta({ description: 'Seconds; 600 when it is not given.' }),
    onExpiry: z.string().optional().meta({ description: 'The option that is chosen when nobody answers in time.' }),
    approvers: z.array(z.string()).max(20).optional().meta({
      description: 'Only these decide: `<kind>:<id of the user at the vendor>`, or the verified address of a member.',
    }),
    taskToken: z.string().min(1).max(2048).optional().meta({
      description:
        'Of a task of Step Functions, which the answer ends. Needs the setting STEP_FUNCTIONS; shown as `••••`.',
    }),
  }),
}).meta({ id: 'AskingNotification' });

const Asked = z
  .object({
    messageId: Id,
    askId: Id,
    answerUrl: z.url().meta({ description: 'Secret: who knows it hears the answer and may cancel.' }),
    expiresAt: Time,
  })
  .meta({ id: 'Asked' });

const AskStanding = z.object(askStanding).meta({ id: 'AskStanding' });
const SenderError = z.object({ error: z.string() }).meta({ id: 'AnswerError' });
const InvalidSend = SenderError.extend({
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
}).meta({ id: 'InvalidAsk' });

const askPath: PublicPath = {
  tags: ['Asking'],
  security: [{ apiKey: [] }],
  method: 'post',
  path: '/n/{publicId}/ask',
  operationId: 'ask',
  summary: 'Send a notification that asks something; the answer comes back to the sender',
  request: {
    params: PublicIdPath,
    headers: SendHeaders,
    body: { required: true, content: json(AskBody) },
  },
  responses: {
    201: { description: 'Asked.', content: json(Asked) },
    ...sendErrors,
    400: { description: '`Invalid JSON body`, `Invalid ask` or `No channel can answer`', content: json(InvalidSend) },
    403: {
      description: '`Webhook is disabled`, or `Asking requires a webhook that requires its key`',
      content: json(SenderError),
    },
  },
};

const answerFacts = {
  tags: ['Asking'],
  security: [],
  path: '/a/{askId}/{secret}',
} satisfies Partial<PublicPath>;
const AnswerPath = z.object({
  askId: Id,
  secret: z.string().meta({ description: 'The last segment of `answerUrl`.' }),
});
const missing = { 404: { description: 'No such address.', content: json(SenderError) } };

const waitPath: PublicPath = {
  ...answerFacts,
  method: 'get',
  operationId: 'waitForAnswer',
  summary: 'How an ask stands, or how it ended, within so many seconds: `GET {answerUrl}`',
  request: {
    params: AnswerPath,
    query: z.object({ wait: z.string().optional().meta({ description: 'Seconds, 0 to 25.' }) }),
  },
  responses: {
    200: {
      description: 'How it stands. With `Retry-After`: very many wait, so ask again after so many seconds.',
      content: json(AskStanding),
      headers: retryAfter,
    },
    400: { description: '`wait` is no number from 0 to 25.', content: json(InvalidSend) },
    ...missing,
  },
};

const cancelPath: PublicPath = {
  ...answerFacts,
  method: 'delete',
  operationId: 'cancelAsk',
  summary: 'Cancel an ask: `DELETE {answerUrl}`',
  request: { params: AnswerPath },
  responses: {
    204: { description: 'Cancelled.' },
    ...missing,
    409: {
      description: 'It has ended.',
      content: json(AskStanding.extend({ error: z.string() }).meta({ id: 'EndedAsk' })),
    },
  },
};

/** What the sender of an ask calls. */
export const askPaths: readonly PublicPath[] = [askPath, waitPath, cancelPath];
