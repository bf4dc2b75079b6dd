import { isJsonObject, type JsonObject, ownValue, readableText } from '../message/json-object.ts';
import type { Candidate } from './guess.ts';
import { readableSlackText } from './slack-text.ts';

const chatKeys = ['text', 'blocks', 'attachments'] as const;
const ownMessageKeys = ['message', 'body', 'msg'] as const;

/**
 * Whether `body` is chat-formatted: it has one of Slack's keys and no message of another name. `null` and an empty list
 * are nothing to have: Discord's clients send `attachments: []` with every message.
 *
 * @see specification 4.1.2
 */
export function isChatFormatted(body: JsonObject): boolean {
  return (
    chatKeys.some((key) => isThere(ownValue(body, key))) && !ownMessageKeys.some((key) => Object.hasOwn(body, key))
  );
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

/**
 * The message of a chat-formatted body: its text; otherwise its section blocks, and no other blocks; otherwise the first
 * attachment, and no other.
 *
 * @see specification 4.1.2
 */
export function chatMessage(body: JsonObject): Candidate | undefined {
  return slackText(body, 'text') ?? sectionsOf(body) ?? attachmentMessage(body);
}

/** The title of a chat-formatted body: that of the first attachment which has one. */
export function chatTitle(body: JsonObject): Candidate | undefined {
  for (const { path, object } of objectsIn(body, 'attachments')) {
    const title = slackText(object, 'title');
    if (title !== undefined) return within(path, title);
  }
  return undefined;
}

function attachmentMessage(body: JsonObject): Candidate | undefined {
  const [first] = objectsIn(body, 'attachments');
  if (first === undefined) return undefined;
  const { path, object } = first;
  const text = slackText(object, 'fallback') ?? slackText(object, 'text') ?? slackText(object, 'pretext');
  return text === undefined ? undefined : within(path, text);
}

/** The texts and fields of the sections, one a line. @see https://docs.slack.dev/reference/block-kit/blocks/section-block */
function sectionsOf(body: JsonObject): Candidate | undefined {
  const texts = objectsIn(body, 'blocks')
    .filter(({ object }) => ownValue(object, 'type') === 'section')
    .flatMap(({ object }) => [ownValue(object, 'text'), ...objectsIn(object, 'fields').map((field) => field.object)])
    .flatMap((value) => textOf(value)?.text ?? []);
  return texts.length === 0 ? undefined : { path: 'blocks', text: texts.join('\n') };
}

/** The text of a text object, or of the plain string that a sloppy sender puts in its place. */
function textOf(value: unknown): Candidate | undefined {
  return slackText(isJsonObject(value) ? value : { text: value }, 'text');
}

interface Place {
  readonly path: string;
  readonly object: JsonObject;
}

/** The objects in the list `key`, with their paths; none when it is no list. */
function objectsIn(body: JsonObject, key: string): readonly Place[] {
  const list = ownValue(body, key);
  if (!Array.isArray(list)) return [];
  return list.flatMap((object: unknown, index) => (isJsonObject(object) ? [{ path: `${key}[${index}]`, object }] : []));
}

function within(path: string, { path: step, text }: Candidate): Candidate {
  return { path: `${path}.${step}`, text };
}

function slackText(object: JsonObject, key: string): Candidate | undefined {
  const text = readableText(ownValue(object, key));
  return text === undefined ? undefined : { path: key, text: readableSlackText(text) };
}
