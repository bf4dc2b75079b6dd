import { objectsIn, textOfBlocks } from './chat-blocks.ts';
import type { Candidate } from './guess.ts';
import { ownValue, readableText } from './json-object.ts';
import type { JsonObject } from './notification.ts';
import { readableSlackText } from './slack-text.ts';

const chatKeys = ['text', 'blocks', 'attachments'] as const;
const ownMessageKeys = ['message', 'body', 'msg'] as const;

/**
 * Whether `body` is chat-formatted: it has one of Slack's keys and no message of another name.
 *
 * @see specification 4.1.2
 */
export function isChatFormatted(body: JsonObject): boolean {
  return chatKeys.some((key) => Object.hasOwn(body, key)) && !ownMessageKeys.some((key) => Object.hasOwn(body, key));
}

/**
 * The message of a chat-formatted body: its text, else its blocks, else its first attachment that says something.
 *
 * @see specification 4.1.2
 */
export function chatMessage(body: JsonObject): Candidate | undefined {
  const text = slackText(body, 'text');
  if (text !== undefined) return { path: 'text', text };
  const blocks = textOfBlocks(ownValue(body, 'blocks'));
  if (blocks !== undefined) return { path: 'blocks', text: blocks };
  return firstOf(attachmentsOf(body), attachmentMessage);
}

/** The title of a chat-formatted body: that of the first attachment which has one. */
export function chatTitle(body: JsonObject): Candidate | undefined {
  return firstOf(attachmentsOf(body), (attachment) => fieldText(attachment, 'title'));
}

type Reader = (attachment: JsonObject) => Candidate | undefined;

function attachmentMessage(attachment: JsonObject): Candidate | undefined {
  const written =
    fieldText(attachment, 'fallback') ?? fieldText(attachment, 'text') ?? fieldText(attachment, 'pretext');
  if (written !== undefined) return written;
  const blocks = textOfBlocks(ownValue(attachment, 'blocks'));
  if (blocks !== undefined) return { path: 'blocks', text: blocks };
  const fields = textOfFields(attachment);
  return fields === '' ? undefined : { path: 'fields', text: fields };
}

/** `title: value`, one line each. */
function textOfFields(attachment: JsonObject): string {
  return objectsIn(ownValue(attachment, 'fields'))
    .map((field) => [slackText(field, 'title'), slackText(field, 'value')].filter((part) => part !== undefined))
    .filter((parts) => parts.length > 0)
    .map((parts) => parts.join(': '))
    .join('\n');
}

function firstOf(attachments: readonly JsonObject[], read: Reader): Candidate | undefined {
  for (const [index, attachment] of attachments.entries()) {
    const found = read(attachment);
    if (found !== undefined) return { path: `attachments[${index}].${found.path}`, text: found.text };
  }
  return undefined;
}

function attachmentsOf(body: JsonObject): readonly JsonObject[] {
  return objectsIn(ownValue(body, 'attachments'));
}

function fieldText(attachment: JsonObject, key: string): Candidate | undefined {
  const text = slackText(attachment, key);
  return text === undefined ? undefined : { path: key, text };
}

function slackText(object: JsonObject, key: string): string | undefined {
  const text = readableText(ownValue(object, key));
  return text === undefined ? undefined : readableSlackText(text);
}
