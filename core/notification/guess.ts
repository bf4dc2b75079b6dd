import { isJsonObject, type JsonObject, parseJsonObject, readableText } from '../message/json-object.ts';
import {
  kindNames,
  mapWrapperNames,
  MAX_WRAPPER_DEPTH,
  messageNames,
  titleNames,
  wordyMessageNames,
  wrapperNames,
} from './guessing.ts';
import { isMachineValue } from './machine-value.ts';

/** Text that may serve, and the path it stands at, in the path syntax of filters. */
export interface Candidate {
  readonly path: string;
  readonly text: string;
}

/** All that guessing found in a body, each list with the best first. */
export interface Candidates {
  readonly messages: readonly Candidate[];
  /** Messages that are an id, a URL, a hash or a date and nothing else: better than no message. */
  readonly machineMessages: readonly Candidate[];
  readonly titles: readonly Candidate[];
  /** From names that only say what kind of thing happened. */
  readonly kinds: readonly Candidate[];
}

type Role = 'message' | 'title' | 'kind' | 'wrapper' | 'mapWrapper';
type Ranks = Partial<Record<Role, number>>;

/** An object that is searched: the body, or what lies under a wrapper. */
interface Place {
  readonly path: string;
  readonly object: JsonObject;
  readonly depth: number;
  /** It was JSON inside a string. Such text is opened once only. */
  readonly opened: boolean;
}

interface Ranked<T> {
  readonly rank: number;
  readonly found: T;
}

/** What one place holds. */
interface Finds {
  readonly message: Ranked<Candidate>[];
  readonly machineMessage: Ranked<Candidate>[];
  readonly title: Ranked<Candidate>[];
  readonly kind: Ranked<Candidate>[];
  readonly wrapper: Ranked<Place>[];
}

/** A longer key cannot be one of our names, whatever separators it holds. */
const MAX_KEY_LENGTH = 40;

const ranksByName = indexNames();

/**
 * Everything in `body` that could be its title or its message, by the lists of `guessing.ts`: the top level first, then
 * the wrappers breadth-first; in one place by the order of the lists.
 *
 * @see specification 2.1, contract section 2
 */
export function findCandidates(body: JsonObject): Candidates {
  const messages: Candidate[] = [];
  const machineMessages: Candidate[] = [];
  const titles: Candidate[] = [];
  const kinds: Candidate[] = [];
  const places: Place[] = [{ path: '', object: body, depth: 0, opened: false }];
  for (const place of places) {
    const finds = search(place);
    messages.push(...inOrder(finds.message));
    machineMessages.push(...inOrder(finds.machineMessage));
    titles.push(...inOrder(finds.title));
    kinds.push(...inOrder(finds.kind));
    places.push(...inOrder(finds.wrapper));
  }
  return { messages, machineMessages, titles, kinds };
}

function search(place: Place): Finds {
  const finds: Finds = { message: [], machineMessage: [], title: [], kind: [], wrapper: [] };
  for (const key of Object.keys(place.object)) {
    const ranks = ranksOf(key);
    if (ranks === undefined) continue;
    const value = place.object[key];
    const path = joinPath(place.path, key);
    const inner = opensAsWrapper(ranks, value) ? innerPlace(place, path, value) : undefined;
    if (inner !== undefined) addFind(finds.wrapper, ranks.wrapper, inner);
    else addText(finds, ranks, { path, value });
  }
  return finds;
}

function opensAsWrapper(ranks: Ranks, value: unknown): boolean {
  return ranks.wrapper !== undefined && !(ranks.mapWrapper !== undefined && Array.isArray(value));
}

function addText(finds: Finds, ranks: Ranks, { path, value }: { path: string; value: unknown }): void {
  const text = readableText(value);
  if (text === undefined) return;
  const candidate = { path, text };
  const forMachines = isMachineValue(text);
  if (isMessage(ranks.message, text))
    addFind(forMachines ? finds.machineMessage : finds.message, ranks.message, candidate);
  if (forMachines) return;
  addFind(finds.title, ranks.title, candidate);
  addFind(finds.kind, ranks.kind, candidate);
}

function isMessage(rank: number | undefined, text: string): boolean {
  return rank === undefined || rank < messageNames.length || /\S\s+\S/.test(text);
}

function addFind<T>(finds: Ranked<T>[], rank: number | undefined, found: T): void {
  if (rank !== undefined) finds.push({ rank, found });
}

/** The place behind a wrapper: its object, the first object of its list, or the object that its string holds. */
function innerPlace(place: Place, path: string, value: unknown): Place | undefined {
  if (place.depth >= MAX_WRAPPER_DEPTH) return undefined;
  const depth = place.depth + 1;
  if (isJsonObject(value)) return { path, object: value, depth, opened: place.opened };
  if (Array.isArray(value)) {
    const index = value.findIndex((entry) => isJsonObject(entry));
    const entry: unknown = value[index];
    return isJsonObject(entry) ? { path: `${path}[${index}]`, object: entry, depth, opened: place.opened } : undefined;
  }
  if (typeof value !== 'string' || place.opened || !/^\s*\{/.test(value)) return undefined;
  const object = parseJsonObject(value);
  return object === undefined ? undefined : { path, object, depth, opened: true };
}

function inOrder<T>(finds: Ranked<T>[]): T[] {
  return finds.sort((left, right) => left.rank - right.rank).map(({ found }) => found);
}

function joinPath(parent: string, key: string): string {
  const step = /^[\w-]+$/.test(key) ? key : `[${JSON.stringify(key)}]`;
  return parent === '' || step.startsWith('[') ? `${parent}${step}` : `${parent}.${step}`;
}

function ranksOf(key: string): Ranks | undefined {
  if (key.length > MAX_KEY_LENGTH) return undefined;
  return ranksByName.get(key) ?? (/[A-Z_\-\s]/.test(key) ? ranksByName.get(plainName(key)) : undefined);
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[_\-\s]/g, '');
}

function indexNames(): ReadonlyMap<string, Ranks> {
  const index = new Map<string, Ranks>();
  const lists = {
    message: [...messageNames, ...wordyMessageNames],
    title: titleNames,
    kind: kindNames,
    wrapper: wrapperNames,
    mapWrapper: mapWrapperNames,
  } as const;
  const roles = ['message', 'title', 'kind', 'wrapper', 'mapWrapper'] as const;
  for (const role of roles) {
    for (const [rank, name] of lists[role].entries()) {
      const plain = plainName(name);
      index.set(plain, { ...index.get(plain), [role]: rank });
    }
  }
  return index;
}
