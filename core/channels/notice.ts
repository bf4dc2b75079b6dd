import { withBalancedDirection, withoutDirection } from '../message/direction.ts';
import type { Content } from '../message/content.ts';
import { type AlertState, alertState, continued } from './alert-state.ts';
import type { AlertView, Post } from './alert-view.ts';
import type { OutgoingMessage } from './outgoing-message.ts';
import { priorityColour, priorityName } from './priority-map.ts';
import { codePoints, fit } from './text-limit.ts';

/**
 * A message as people read it: texts well formed, without control characters, and never empty, because most vendors
 * refuse an empty message. The title and each tag are one line; lines of the message end with `\n`. If there is no
 * message, the title takes its place.
 */
export interface Notice extends Content {
  readonly id: string;
  /** The name of the webhook it came through. */
  readonly source: string;
  /** ISO 8601 UTC; the same on every attempt. */
  readonly receivedAt: string;
  /** The message in the dashboard. */
  readonly link?: string;
  /** The original JSON text of the body; `{}` for plain text. */
  readonly payloadText: string;
  /** Of the alert that the message belongs to, unless it fires. `title` stands in it without the word. */
  readonly state?: AlertState & { readonly title?: string };
}

/** The text of a notification that says nothing at all. */
export const NO_MESSAGE = '(no message)';

/** What a notice takes from the context of a rendering. */
interface Surroundings {
  /** The message in the dashboard. */
  readonly messageUrl?: string;
  readonly alert?: AlertView;
  readonly post?: Post;
}

/** What kinds render, made of a stored message. The word for the state of an alert stands before the title. */
export function noticeOf(message: OutgoingMessage, context: Surroundings): Notice {
  const notice = plainNotice(message, context.messageUrl);
  const state = stateOf(context);
  if (state === undefined) return notice;
  const { title } = notice;
  if (title === undefined) return { ...notice, title: state.word, state };
  return { ...notice, title: `${state.word}: ${title}`, state: { ...state, title } };
}

/** The title as the message has it, whatever the state of its alert. */
export function bareTitle({ title, state }: Notice): string | undefined {
  return state === undefined ? title : state.title;
}

function stateOf({ alert, post }: Surroundings): AlertState | undefined {
  if (alert === undefined) return undefined;
  const show = post?.continued === true ? continued : alertState;
  return show(alert, (text) => visible(oneLine(text)));
}

function plainNotice(message: OutgoingMessage, link: string | undefined): Notice {
  const { id, content, receivedAt, payloadText } = message;
  const { priority, tags } = content;
  const title = visible(oneLine(content.title ?? ''));
  const text = visible(withBalancedDirection(clean(content.message)).trim());
  return {
    id,
    ...(title === '' || text === '' ? {} : { title }),
    message: text || title || NO_MESSAGE,
    ...(priority === undefined ? {} : { priority }),
    tags: tags.map((tag) => visible(oneLine(tag))).filter((tag) => tag !== ''),
    source: visible(oneLine(message.webhook.name)) || 'Webhook',
    receivedAt,
    ...(link === undefined ? {} : { link }),
    payloadText,
  };
}

/** Control characters except line break and tab: JSON and HTML forbid them, and vendors refuse or drop them. */
const CONTROLS = /(?![\n\t])\p{Cc}/gu;

function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(CONTROLS, '');
}

/** One line, which must not reverse the direction of the text beside it. */
export function oneLine(text: string): string {
  return withoutDirection(clean(text)).replace(/\s+/g, ' ').trim();
}

/** Empty when nothing in the text is visible: vendors refuse such a text like an empty one. */
function visible(text: string): string {
  return /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text) ? text : '';
}

/** A fact besides the text, with the name that vendors with named fields show. */
export interface Fact {
  readonly name: 'Status' | 'Priority' | 'Tags' | 'Source';
  readonly value: string;
}

const MAX_TAGS_CHARACTERS = 150;
const MAX_SOURCE_CHARACTERS = 100;

/** The state of the alert, priority, tags and source, as far as there are any; short enough for every vendor. */
export function factsOf({ state, priority, tags, source }: Notice): Fact[] {
  const name = priorityName(priority);
  return [
    ...(state === undefined ? [] : [{ name: 'Status' as const, value: state.line }]),
    ...(name === undefined ? [] : [{ name: 'Priority' as const, value: name }]),
    ...(tags.length === 0 ? [] : [{ name: 'Tags' as const, value: tagLine(tags) }]),
    { name: 'Source', value: fit(source, MAX_SOURCE_CHARACTERS, codePoints) },
  ];
}

/** Whole tags as far as they fit. */
function tagLine(tags: readonly string[]): string {
  return fit(
    tags.map((tag, index) => `${index === 0 ? '' : ' '}#${fit(tag, 60, codePoints)}`),
    MAX_TAGS_CHARACTERS,
    codePoints,
  );
}

/** The facts in one line, such as `High priority · #disk #prod · Monitoring`. */
export function factLine(notice: Notice): string {
  return factsOf(notice)
    .map(({ name, value }) => (name === 'Priority' ? `${value} priority` : value))
    .join(' · ');
}

/** The text of a vendor that shows no facts: the state of the alert stands above it. */
export function textWithState({ state, message }: Notice): string {
  return state === undefined ? message : `${state.line}\n\n${message}`;
}

/** Six hex digits for vendors that show a bar: of the state of the alert, else of the priority. */
export function colourOf({ state, priority }: Notice): string {
  return state?.colour ?? priorityColour(priority);
}

/** Louder than this, nothing calls people that needs nobody any more. */
const MAX_QUIET_PRIORITY = 3;

/** The priority by which phones ring: an alert that is taken or over is no emergency, however urgent it was. */
export function loudnessOf({ state, priority }: Notice): number | undefined {
  return state === undefined || priority === undefined ? priority : Math.min(priority, MAX_QUIET_PRIORITY);
}
