import { isJsonObject, ownValue } from './json-object.ts';
import type { JsonObject } from './notification.ts';
import { readableSlackText } from './slack-text.ts';

/** Rich text nests its elements; Slack allows two levels, and a body from anywhere must not exhaust the stack. */
const MAX_RICH_TEXT_DEPTH = 8;

/**
 * The text of Slack Block Kit blocks, one line or more for each block that has some: sections with their fields,
 * headers, contexts, rich text, markdown, and what images are called. `undefined` when there is none.
 *
 * @see https://docs.slack.dev/reference/block-kit/blocks
 */
export function textOfBlocks(blocks: unknown): string | undefined {
  const text = objectsIn(blocks)
    .map((block) => textOfBlock(block))
    .filter((line) => line.trim() !== '')
    .join('\n');
  return text === '' ? undefined : text;
}

function textOfBlock(block: JsonObject): string {
  switch (ownValue(block, 'type')) {
    case 'header':
    case 'markdown':
    case 'section':
      return [textOf(ownValue(block, 'text')), ...objectsIn(ownValue(block, 'fields')).map((field) => textOf(field))]
        .filter((line) => line !== '')
        .join('\n');
    case 'context':
      return objectsIn(ownValue(block, 'elements'))
        .map((element) => textOf(element) || altText(element))
        .filter((part) => part !== '')
        .join(' ');
    case 'rich_text':
      return richText(block, 0).trimEnd();
    case 'image':
      return textOf(ownValue(block, 'title')) || altText(block);
    default:
      return '';
  }
}

/** The text of a text object, or of the plain string that a sloppy sender puts in its place. */
function textOf(value: unknown): string {
  const text = isJsonObject(value) ? ownValue(value, 'text') : value;
  return typeof text === 'string' ? readableSlackText(text) : '';
}

function altText(image: JsonObject): string {
  const text = ownValue(image, 'alt_text');
  return typeof text === 'string' ? text : '';
}

/** Rich text says by structure what mrkdwn says by signs, so its text is not markup and is taken as it is. */
function richText(element: JsonObject, depth: number): string {
  if (depth > MAX_RICH_TEXT_DEPTH) return '';
  const parts = objectsIn(ownValue(element, 'elements')).map((part) => richText(part, depth + 1));
  switch (ownValue(element, 'type')) {
    case 'rich_text':
    case 'rich_text_section':
      return parts.join('');
    case 'rich_text_list':
      return parts.map((part) => `• ${part}\n`).join('');
    case 'rich_text_quote':
      return `> ${parts.join('')}\n`;
    case 'rich_text_preformatted':
      return `${parts.join('')}\n`;
    default:
      return richTextLeaf(element);
  }
}

function richTextLeaf(element: JsonObject): string {
  const own = (key: string): string => {
    const value = ownValue(element, key);
    return typeof value === 'string' ? value : '';
  };
  switch (ownValue(element, 'type')) {
    case 'text':
      return own('text');
    case 'link':
      return own('text') === '' || own('text') === own('url') ? own('url') : `${own('text')} (${own('url')})`;
    case 'user':
      return `@${own('user_id')}`;
    case 'usergroup':
      return `@${own('usergroup_id')}`;
    case 'channel':
      return `#${own('channel_id')}`;
    case 'broadcast':
      return `@${own('range')}`;
    case 'emoji':
      return `:${own('name')}:`;
    case 'date':
      return own('fallback');
    default:
      return '';
  }
}

/** The objects in `value` when it is a list; none otherwise. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((entry) => isJsonObject(entry)) : [];
}
