import type { Content } from '../message/content.ts';
import type { Notification } from '../message/notification.ts';
import { cleanText, MAX_MESSAGE_CHARACTERS, MAX_TITLE_CHARACTERS } from './clean-text.ts';
import type { Templates } from './field-templates.ts';
import type { parseTemplate, renderTemplate } from './liquid.ts';
import { cutNotes, notesWithout } from './notes.ts';
import { priorityFromText, priorityNotes } from './priority.ts';
import type { Headers } from './read-plain-text.ts';
import { readTags } from './tags.ts';
import type { TemplateMistake } from './template-mistake.ts';
import { visibleHeaders } from './visible-headers.ts';

/** What is wrong with a webhook's templates, and in which. The message ends with line and column. */
interface TemplateDetail {
  readonly path: string;
  readonly message: string;
}

export type CheckedTemplates =
  | { readonly kind: 'ok' }
  | { readonly kind: 'invalid'; readonly details: readonly TemplateDetail[] };

interface Engine {
  readonly parseTemplate: typeof parseTemplate;
  readonly renderTemplate: typeof renderTemplate;
}

type Field = keyof Templates;
type Rendered = Partial<Content>;

const fields = ['title', 'message', 'priority', 'tags'] as const satisfies readonly Field[];

/** What a template's text makes of its field: no value when it says nothing, so that what was read stays. */
interface FieldReading {
  readonly value?: Rendered;
  /** What was cut or ignored. */
  readonly notes: readonly string[];
}

const readers: Readonly<Record<Field, (text: string) => FieldReading>> = {
  title: (text) => ({ value: { title: cleanText(text, MAX_TITLE_CHARACTERS) }, notes: cutNotes('title', text) }),
  message: (text) => ({
    value: { message: cleanText(text, MAX_MESSAGE_CHARACTERS) },
    notes: cutNotes('message', text),
  }),
  priority: (text) => {
    const priority = priorityFromText(text);
    const notes = priorityNotes(text, priority);
    return priority === undefined ? { notes } : { value: { priority }, notes };
  },
  tags: (text) => {
    const { tags, notes } = readTags(text);
    return tags.length === 0 ? { notes } : { value: { tags }, notes };
  },
};

/** Templates that somebody wants to save; `null` takes one away. */
export type WantedTemplates = { readonly [field in Field]?: string | null | undefined };

/**
 * Checks templates that somebody wants to save. The first call with a template loads the Liquid engine.
 *
 * @see contract section 2
 */
export async function checkTemplates(templates: WantedTemplates): Promise<CheckedTemplates> {
  const wanted = fields.flatMap((path) => {
    const source = templates[path];
    return typeof source === 'string' ? [{ path, source }] : [];
  });
  if (wanted.length === 0) return { kind: 'ok' };
  const engine = await loadEngine();
  const details = wanted.flatMap(({ path, source }) => {
    const parsed = engine.parseTemplate(source);
    return parsed.kind === 'invalid' ? [{ path, message: sentence(parsed.mistake) }] : [];
  });
  return details.length === 0 ? { kind: 'ok' } : { kind: 'invalid', details };
}

/**
 * The notification with what the webhook's templates make of it. They win over what was read; a field whose template
 * fails or says nothing keeps what was read, and a failure is noted. Never rejects for anything a body holds.
 *
 * Templates see the body's own keys, `body` (the whole of it) and `headers` (see `visibleHeaders`).
 *
 * @see contract section 2
 */
export async function applyTemplates(
  notification: Notification,
  templates: Templates,
  headers: Headers,
): Promise<Notification> {
  const engine = await loadEngine();
  const visible = visibleHeaders(headers);
  let result = notification;
  for (const field of fields) {
    const source = templates[field];
    if (source === undefined) continue;
    // A scope of its own for each: what one template assigns or counts never reaches another.
    const scope = { ...notification.payload, body: notification.payload, headers: visible };
    result = withRendered(result, field, render(engine, source, scope));
  }
  return result;
}

/**
 * What one template makes of a notification, for texts that are no field of it. A failure is told, and `text` is absent.
 * Never rejects for anything a body holds.
 */
export async function renderAlone(
  { payload }: Notification,
  source: string,
  headers: Headers,
): Promise<{ readonly text: string } | { readonly mistake: string }> {
  const engine = await loadEngine();
  const rendered = render(engine, source, { ...payload, body: payload, headers: visibleHeaders(headers) });
  if (rendered.kind === 'failed') return { mistake: sentence(rendered.mistake) };
  return { text: rendered.text };
}

async function loadEngine(): Promise<Engine> {
  return import('./liquid.ts');
}

function render(engine: Engine, source: string, scope: object): ReturnType<typeof renderTemplate> {
  const parsed = engine.parseTemplate(source);
  return parsed.kind === 'template'
    ? engine.renderTemplate(parsed.template, scope)
    : { kind: 'failed', mistake: parsed.mistake };
}

function withRendered(
  notification: Notification,
  field: Field,
  rendered: ReturnType<typeof renderTemplate>,
): Notification {
  if (rendered.kind === 'failed') {
    return {
      ...notification,
      notes: [...notification.notes, `${field} template failed: ${sentence(rendered.mistake)}`],
    };
  }
  const text = rendered.text.replaceAll('\0', '').trim();
  if (text === '') return notification;
  const { value, notes } = readers[field](text);
  if (value === undefined) {
    return { ...notification, notes: [...notification.notes, ...notes.map((note) => `template: ${note}`)] };
  }
  const content = { ...notification.content, ...value };
  const kept = notesWithout(notification.notes, [field]);
  return { ...notification, content, notes: [...kept, `${field} ← template`, ...notes] };
}

function sentence({ message, line, column }: TemplateMistake): string {
  return `${cleanText(message, MAX_TITLE_CHARACTERS)} (line ${line}, column ${column})`;
}
