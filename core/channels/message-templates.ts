import * as z from 'zod';
import { MAX_TEMPLATE_LENGTH, parseTemplate, renderTemplate } from '../notification/liquid.ts';
import type { TemplateMistake } from '../notification/template-mistake.ts';
import type { OutgoingMessage } from './outgoing-message.ts';

const Template = z
  .string()
  .min(1)
  .max(MAX_TEMPLATE_LENGTH)
  .superRefine((source, context) => {
    const parsed = parseTemplate(source);
    if (parsed.kind === 'invalid') context.addIssue({ code: 'custom', message: sentence(parsed.mistake) });
  });

/** A channel's own Liquid templates for what its messages say. */
export const MessageTemplates = z.strictObject({ title: Template.optional(), message: Template.optional() });
export type MessageTemplates = z.infer<typeof MessageTemplates>;

const WithTemplates = z.object({ templates: MessageTemplates.optional() });

/** The templates in a channel's config, whatever its kind. @throws when they do not parse */
export function templatesOf(config: unknown): MessageTemplates | undefined {
  return WithTemplates.parse(config).templates;
}

/**
 * The message with title and text as the channel's templates write them. They see `title`, `message`, `priority`,
 * `tags`, `source`, `receivedAt`, `link` and `body`, the original JSON. If a template fails, the original text stays.
 */
export function applyMessageTemplates(
  message: OutgoingMessage,
  templates: MessageTemplates | undefined,
  link: string | undefined,
): OutgoingMessage {
  if (templates === undefined) return message;
  const { title, message: text } = renderAll(message, templates, link);
  return {
    ...message,
    content: {
      ...message.content,
      ...(title?.kind === 'text' ? { title: title.text } : {}),
      ...(text?.kind === 'text' ? { message: text.text } : {}),
    },
  };
}

/** Which of the templates failed on a message, and why. */
export function messageTemplateNotes(
  message: OutgoingMessage,
  templates: MessageTemplates | undefined,
  link: string | undefined,
): readonly string[] {
  if (templates === undefined) return [];
  return Object.entries(renderAll(message, templates, link)).flatMap(([field, rendered]) =>
    rendered?.kind === 'failed' ? [`${field} template failed: ${sentence(rendered.mistake)}`] : [],
  );
}

function renderAll(message: OutgoingMessage, { title, message: text }: MessageTemplates, link: string | undefined) {
  const { content, payloadText, receivedAt, webhook } = message;
  const body: unknown = JSON.parse(payloadText);
  const scope = { ...content, source: webhook.name, receivedAt, link, body };
  return { title: rendered(title, scope), message: rendered(text, scope) };
}

function rendered(source: string | undefined, scope: object): ReturnType<typeof renderTemplate> | undefined {
  if (source === undefined) return undefined;
  const parsed = parseTemplate(source);
  return parsed.kind === 'invalid'
    ? { kind: 'failed', mistake: parsed.mistake }
    : renderTemplate(parsed.template, scope);
}

function sentence({ message, line, column }: TemplateMistake): string {
  return `${message} (line ${line}, column ${column})`;
}
