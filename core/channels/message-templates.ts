import * as z from 'zod';
import { MAX_TEMPLATE_LENGTH, parseTemplate, renderTemplate } from '../notification/liquid.ts';
import type { OutgoingMessage } from './outgoing-message.ts';

const Template = z
  .string()
  .min(1)
  .max(MAX_TEMPLATE_LENGTH)
  .superRefine((source, context) => {
    const parsed = parseTemplate(source);
    if (parsed.kind === 'template') return;
    const { message, line, column } = parsed.mistake;
    context.addIssue({ code: 'custom', message: `${message} (line ${line}, column ${column})` });
  });

/** A channel's own Liquid templates for what its messages say. */
export const MessageTemplates = z.strictObject({ title: Template.optional(), message: Template.optional() });
export type MessageTemplates = z.infer<typeof MessageTemplates>;

/**
 * The message with title and text as the channel's templates write them. They see `title`, `message`, `priority`,
 * `tags`, `source`, `receivedAt`, `link` and `body`, the original JSON. A template that fails leaves what was there.
 */
export function applyMessageTemplates(
  message: OutgoingMessage,
  templates: MessageTemplates | undefined,
  link: string | undefined,
): OutgoingMessage {
  if (templates === undefined) return message;
  const { content, payloadText, receivedAt, webhook } = message;
  const body: unknown = JSON.parse(payloadText);
  const scope = { ...content, source: webhook.name, receivedAt, link, body };
  const title = rendered(templates.title, scope);
  const text = rendered(templates.message, scope);
  return {
    ...message,
    content: {
      ...content,
      ...(title === undefined ? {} : { title }),
      ...(text === undefined ? {} : { message: text }),
    },
  };
}

function rendered(source: string | undefined, scope: object): string | undefined {
  if (source === undefined) return undefined;
  const parsed = parseTemplate(source);
  if (parsed.kind === 'invalid') return undefined;
  const result = renderTemplate(parsed.template, scope);
  return result.kind === 'text' ? result.text : undefined;
}
