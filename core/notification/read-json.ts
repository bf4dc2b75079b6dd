import { cleanText, MAX_MESSAGE_CHARACTERS, MAX_TITLE_CHARACTERS } from './clean-text.ts';
import { chatMessage, chatTitle, isChatFormatted } from './chat-format.ts';
import { findCandidates, type Candidate, type Candidates } from './guess.ts';
import { ownValue, readableText } from './json-object.ts';
import type { JsonObject, Notification } from './notification.ts';
import { priorityFromJson } from './priority.ts';
import { tagsFrom } from './tags.ts';

interface TitleAndMessage {
  readonly title?: Candidate | undefined;
  readonly message?: Candidate | undefined;
}

/**
 * The notification that a JSON body says. `payloadText` is its own JSON text, `payload` what that parses to.
 *
 * @see specification 2.1, 4.1.2
 */
export function readJson(payload: JsonObject, payloadText: string): Notification {
  const isChat = isChatFormatted(payload);
  const { title, message } = isChat ? readChat(payload) : readPlainJson(payload);
  const priority = priorityFromJson(ownValue(payload, 'priority'));
  return {
    ...(title === undefined ? {} : { title: cleanText(title.text, MAX_TITLE_CHARACTERS) }),
    message: cleanText(message?.text ?? wholeBody(payload, payloadText), MAX_MESSAGE_CHARACTERS),
    ...(priority === undefined ? {} : { priority }),
    tags: tagsFrom(ownValue(payload, 'tags')),
    format: isChat ? 'chat' : 'json',
    payload,
    payloadText,
    notes: [...originOf('title', title), ...originOf('message', message ?? { path: 'whole body' })],
  };
}

function readPlainJson(body: JsonObject): TitleAndMessage {
  const written = { title: writtenField(body, 'title'), message: writtenField(body, 'message') };
  if (written.title !== undefined && written.message !== undefined) return written;
  const candidates = findCandidates(body);
  const message = written.message ?? candidates.messages[0];
  const title = written.title ?? guessTitle(candidates, message);
  if (title !== undefined || written.message !== undefined) return { title, message };
  return { title: otherThan(message, candidates.kinds), message };
}

function readChat(body: JsonObject): TitleAndMessage {
  const chat = { title: writtenField(body, 'title') ?? chatTitle(body), message: chatMessage(body) };
  if (chat.title !== undefined && chat.message !== undefined) return chat;
  const candidates = findCandidates(body);
  const message = chat.message ?? candidates.messages[0];
  return { title: chat.title ?? guessTitle(candidates, message), message };
}

function guessTitle(candidates: Candidates, message: Candidate | undefined): Candidate | undefined {
  return otherThan(message, candidates.titles);
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

function wholeBody(payload: JsonObject, payloadText: string): string {
  try {
    return JSON.stringify(payload);
  } catch {
    // Nested deeper than the stack allows. The sender's own text says the same.
    return payloadText.replaceAll(/[\r\n]+/g, ' ');
  }
}

/** A field that stands where the specification names it needs no note. */
function originOf(field: 'title' | 'message', origin: { readonly path: string } | undefined): string[] {
  return origin === undefined || origin.path === field ? [] : [`${field} ← ${origin.path}`];
}
