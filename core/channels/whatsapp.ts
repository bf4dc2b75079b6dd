import * as z from 'zod';
import { apiBaseUrl, templates, token } from './config-fields.ts';
import { defineMessageKind } from './message-kind.ts';
import { factLine, type Notice, oneLine } from './notice.ts';
import { priorityName } from './priority-map.ts';
import { boldLine, fit, utf16Units } from './text-limit.ts';
import { answerOf, byStatus, gone, refusedForGood, retried, type VendorAnswer } from './vendor-answer.ts';
import { jsonRequest, under } from './vendor-request.ts';

const API = 'https://graph.facebook.com';
const VERSION = 'v23.0';
/** Of a text; the body of a template with its parameters has 1,024. */
const LIMITS = { text: 4096, title: 100, parameter: 700, shortParameter: 100 } as const;

const PARAMETERS = ['title', 'message', 'priority', 'tags', 'source', 'link'] as const;
type Parameter = (typeof PARAMETERS)[number];

const TemplateName = z.string().regex(/^[a-z0-9_]{1,512}$/, 'Small letters, digits and underscores.');

/** An approved template by its name, or with what else there is to say of it. */
const Template = z.union([
  TemplateName,
  z.strictObject({
    name: TemplateName,
    language: z
      .string()
      .regex(/^[a-z]{2,3}(?:_[A-Z]{2,3})?$/, 'Such as en_US.')
      .optional(),
    parameters: z.array(z.enum(PARAMETERS)).max(10).optional(),
  }),
]);

const WhatsAppConfig = z.strictObject({
  accessToken: token({
    title: 'Access token',
    description: 'Of a system user with the permission whatsapp_business_messaging.',
    example: 'EAAXXXXXXXXXXXXXXXXXXXXXXXX',
  }),
  phoneNumberId: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'The ID, such as 100000000000000.')
    .meta({
      title: 'Phone number ID',
      description: 'The ID, not the number, of the phone number that sends.',
      examples: ['100000000000000'],
    }),
  to: z
    .string()
    .regex(/^\+?[1-9]\d{6,14}$/, 'A phone number with its country code, such as +4915112345678.')
    .meta({
      title: 'To',
      description: 'The phone number that receives, with its country code.',
      examples: ['+4915112345678'],
    }),
  template: Template.optional().meta({
    title: 'Template',
    description:
      'An approved template. Without one WhatsApp delivers only within 24 hours of a message from the receiver.',
    examples: [{ name: 'router_alert', language: 'en_US', parameters: ['title', 'message'] }],
  }),
  apiBaseUrl: apiBaseUrl('whatsapp', API),
  templates,
});
type WhatsAppConfig = z.infer<typeof WhatsAppConfig>;

/** WhatsApp's markup has no escape, so emphasis in a notification stays emphasis. */
function textOf(notice: Notice): string {
  const { title, message, link } = notice;
  const heading = title === undefined ? '' : `${boldLine(title, '*', LIMITS.title)}\n`;
  const below = `\n\n${factLine(notice)}${link === undefined ? '' : ` · ${link}`}`;
  return heading + fit(message, LIMITS.text - (heading + below).length, utf16Units) + below;
}

/** A parameter is one line that is not empty, without four spaces in a row. */
function parameterOf(notice: Notice, name: Parameter) {
  const { title, message, priority, tags, source, link } = notice;
  const values: Record<Parameter, string | undefined> = {
    title,
    message,
    priority: priorityName(priority),
    tags: tags.join(', '),
    source,
    link,
  };
  const line = oneLine(values[name] ?? '') || '-';
  const limit = name === 'message' ? LIMITS.parameter : LIMITS.shortParameter;
  return { type: 'text', text: name === 'link' ? line : fit(line, limit, utf16Units) };
}

function contentOf(notice: Notice, { template }: WhatsAppConfig) {
  if (template === undefined) return { type: 'text', text: { preview_url: false, body: textOf(notice) } };
  const {
    name,
    language = 'en_US',
    parameters = ['title', 'message'],
  } = typeof template === 'string' ? { name: template } : template;
  const filled = parameters.map((parameter) => parameterOf(notice, parameter));
  const components = filled.length === 0 ? undefined : [{ type: 'body', parameters: filled }];
  return { type: 'template', template: { name, language: { code: language }, components } };
}

const GraphAnswer = z.object({
  error: z.object({
    message: z.string().default(''),
    code: z.number(),
    error_data: z.object({ details: z.string().default('') }).optional(),
  }),
});

/** The token is no longer valid, or the account is locked. */
const GONE = new Set([0, 190, 131_031]);
/** Limits of the app, the account, the number or the pair, and faults of WhatsApp's own. */
const PASSING = new Set([1, 2, 4, 80_007, 130_429, 131_000, 131_016, 131_048, 131_056, 131_057, 133_004]);

/** WhatsApp's Cloud API. @see https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes */
export const whatsapp = defineMessageKind({
  kind: 'whatsapp',
  title: 'WhatsApp',
  description: 'Sends notifications to a phone by the Cloud API of WhatsApp Business.',
  config: WhatsAppConfig,
  secrets: ['accessToken'],
  urls: ['apiBaseUrl'],
  vendorApi: API,
  limits: { titleCharacters: LIMITS.title, messageCharacters: LIMITS.text, requestsPerSecond: 1 / 6 },
  write(notice, config, context) {
    const url = under(config.apiBaseUrl ?? API, `/${VERSION}/${config.phoneNumberId}/messages`);
    const to = config.to.replace('+', '');
    const envelope = { messaging_product: 'whatsapp', recipient_type: 'individual', to, ...contentOf(notice, config) };
    return [jsonRequest({ url, headers: { authorization: `Bearer ${config.accessToken}` } }, envelope, context)];
  },
  classify(response, { now }) {
    const error = answerOf(response, GraphAnswer)?.error;
    const said = error && `${error.message} (${error.code}) ${error.error_data?.details ?? ''}`;
    const answer: VendorAnswer = { response, now, said };
    if (error === undefined) return byStatus(answer);
    if (GONE.has(error.code)) return gone(answer);
    if (PASSING.has(error.code)) return retried(answer);
    return response.status >= 500 || response.status === 429 ? byStatus(answer) : refusedForGood(answer);
  },
});
