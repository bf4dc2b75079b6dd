import type { JsonObject } from '../../../message/json-object.ts';
import { textAt } from '../body-value.ts';
import type { Part } from '../wording.ts';

/** What one GitHub event says. */
export interface EventText {
  /** Without the repository, which is put before it. */
  readonly headline: string;
  /** The message, a line each; empty ones are left out. */
  readonly details: readonly Part[];
  /** Becomes a tag, and gives the priority where it is a word that `priorityOf` knows. */
  readonly state?: Part;
  readonly priority?: number | undefined;
}

/** Reads the events of one family. */
export type Describe = (body: JsonObject, event: string) => EventText;

/** Who did it. */
export function senderOf(body: JsonObject): Part {
  return textAt(body, 'sender.login', 'pusher.name', 'commit.commit.author.name');
}

/** `refs/heads/main` as people call it. */
export function branchOf(ref: Part): Part {
  return ref?.replace(/^refs\/(?:heads|tags)\//, '');
}

/** The commit as GitHub shortens it. */
export function shortSha(sha: Part): Part {
  return sha?.slice(0, 7);
}
