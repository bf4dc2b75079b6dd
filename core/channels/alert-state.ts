import type { AlertActor } from '../message/alert-mark.ts';
import type { AlertView } from './alert-view.ts';
import { codePoints, fit } from './text-limit.ts';

/** What people read and see of the state of an alert. */
export interface AlertState {
  /** Stands before the title. */
  readonly word: 'Acknowledged' | 'Resolved' | 'Continued below';
  /** Says it in full: since when, how long, by whom. */
  readonly line: string;
  /** Six hex digits, in the place of the colour of the priority. */
  readonly colour: string;
}

const MAX_NAME_CHARACTERS = 60;

/**
 * The state of an alert in words; `undefined` while it fires: then the message says it all.
 *
 * @param name a text of somebody's as one line that is safe to show
 */
export function alertState(view: AlertView, name: (text: string) => string): AlertState | undefined {
  const { status, acknowledged } = view;
  if (status === 'firing') return undefined;
  if (status === 'acknowledged') {
    const until = acknowledged?.until === undefined ? '' : ` until ${minuteOf(acknowledged.until)}`;
    return { word: 'Acknowledged', line: `Acknowledged${by(acknowledged?.by, name)}${until}`, colour: '7e57c2' };
  }
  return resolvedState(view, name);
}

function resolvedState({ resolved, firstAt, count }: AlertView, name: (text: string) => string): AlertState {
  const after = resolved === undefined ? '' : ` after ${duration(resolved.at - firstAt)}`;
  const messages = count > 1 ? `, ${count} messages` : '';
  return { word: 'Resolved', line: `Resolved${after}${by(resolved?.by, name)}${messages}`, colour: '1b873f' };
}

const CONTINUED: AlertState = { word: 'Continued below', line: 'Continued below', colour: '9e9e9e' };

/**
 * What is said of an older post when a newer one has taken its place. One that is resolved stays so: the newer post is of
 * the next alert of the same key.
 */
export function continued(view: AlertView, name: (text: string) => string): AlertState {
  if (view.status !== 'resolved') return CONTINUED;
  const state = resolvedState(view, name);
  return { ...state, line: `${state.line} · ${CONTINUED.line}` };
}

const NAMELESS: Readonly<Record<AlertActor['type'], string>> = {
  sender: 'the sender',
  user: 'a user',
  token: 'an API token',
  channel: 'somebody in a channel',
  system: 'the router',
};

function by(actor: AlertActor | undefined, name: (text: string) => string): string {
  if (actor === undefined) return '';
  const shown = fit(name(actor.name ?? ''), MAX_NAME_CHARACTERS, codePoints);
  return ` by ${shown === '' ? NAMELESS[actor.type] : shown}`;
}

/** Such as `2026-11-20 14:30 UTC`: nobody knows the time zone of those who read it. */
function minuteOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** How many of each there are in the next larger one. */
const UNITS = [
  { name: 'd', seconds: 86_400, within: Infinity },
  { name: 'h', seconds: 3600, within: 24 },
  { name: 'min', seconds: 60, within: 60 },
  { name: 's', seconds: 1, within: 60 },
] as const;

/** In its two largest units, such as `3 h 5 min`; a part that is zero is left out. */
function duration(milliseconds: number): string {
  const total = Math.max(Math.floor(milliseconds / 1000), 0);
  const counts = UNITS.map(({ name, seconds, within }) => ({ name, count: Math.floor(total / seconds) % within }));
  const largest = counts.findIndex(({ count }) => count > 0);
  if (largest === -1) return '0 s';
  return counts
    .slice(largest, largest + 2)
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${count} ${name}`)
    .join(' ');
}
