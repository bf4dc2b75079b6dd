import { type JsonObject, ownValue, readableText } from '../message/json-object.ts';
import type { Notification } from '../message/notification.ts';
import { chatMessage, chatTitle, isChatFormatted } from './chat-format.ts';
import { cleanText, MAX_MESSAGE_CHARACTERS, MAX_TITLE_CHARACTERS } from './clean-text.ts';
import { contentOf } from './content-of.ts';
import { findCandidates, type Candidate } from './guess.ts';
import { priorityFromJson } from './priority.ts';

/** A JSON body: what it parses to, and its text. */
export interface JsonBody {
  readonly payload: JsonObject;
  /** Its JSON text without white space around it: what is stored. */
  readonly json: string;
  /** Character for character as it was sent, but for NUL and byte-order marks. */
  readonly whole: string;
}

interface TitleAndMessage {
  readonly title?: Candidate | undefined;
  readonly message?: Candidate | undefined;
}

/**
 * The notification that a JSON body says.
 *
 * @see specification 2.1, 4.1.2
 */
export function readJson({ payload, json, whole }: JsonBody): Notification {
  const isChat = isChatFormatted(payload);
  const { title, message = { path: 'whole body', text: whole } } = isChat ? readChat(payload) : readPlainJson(payload);
  const sentPriority = ownValue(payload, 'priority');
  const { content, notes } = contentOf({
    title: title?.text,
    message: message.text,
    priority: priorityFromJson(sentPriority),
    sentPriority,
    tags: ownValue(payload, 'tags'),
  });
  return {
    content,
    format: isChat ? 'chat' : 'json',
    payload,
    payloadText: json,
    notes: [...originOf('title', title), ...originOf('message', message), ...notes],
  };
}

function readPlainJson(body: JsonObject): TitleAndMessage {
  const written = { title: writtenField(body, 'title'), message: writtenField(body, 'message') };
  if (written.title !== undefined && written.message !== undefined) return written;
  const candidates = findCandidates(body);
  // A value for machines is still more than everything at once.
  const found = written.message ?? candidates.messages[0] ?? candidates.machineMessages[0];
  const message = found ?? (written.title === undefined ? undefined : emptyMessage(body));
  const title = written.title ?? otherThan(message, candidates.titles);
  if (title !== undefined || written.message !== undefined) return { title, message };
  return { title: otherThan(message, candidates.kinds), message };
}

/** Nothing else of a chat-formatted body is guessed from. */
function readChat(body: JsonObject): TitleAndMessage {
  return { title: writtenField(body, 'title') ?? chatTitle(body), message: chatMessage(body) };
}

/** The same value never serves as both, wherever it stands, be it the same only once it is cut to length. */
function otherThan(message: Candidate | undefined, candidates: readonly Candidate[]): Candidate | undefined {
  if (message === undefined) return candidates[0];
  const stored = cleanText(message.text, MAX_MESSAGE_CHARACTERS);
  return candidates.find(({ text }) => text !== message.text && cleanText(text, MAX_TITLE_CHARACTERS) !== stored);
}

function writtenField(body: JsonObject, key: 'title' | 'message'): Candidate | undefined {
  const text = readableText(ownValue(body, key));
  return text === undefined ? undefined : { path: key, text };
}

/** A sender who gives a title and an empty message means just that. */
function emptyMessage(body: JsonObject): Candidate | undefined {
  return typeof ownValue(body, 'message') === 'string' ? { path: 'message', text: '' } : undefined;
}

/** A field that stands where the specification names it needs no note. */
function originOf(field: 'title' | 'message', origin: Candidate | undefined): string[] {
  return origin === undefined || origin.path === field ? [] : [`${field} ← ${origin.path}`];
}
