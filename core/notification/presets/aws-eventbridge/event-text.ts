import type { JsonObject } from '../../../message/json-object.ts';
import type { Part } from '../wording.ts';

/** What one kind of event says; each part that is missing is taken from the event itself. */
export interface EventParts {
  readonly title?: Part;
  readonly message?: Part;
  /** A word that `priorityOf` knows, and a tag. */
  readonly state?: Part;
  readonly priority?: number | undefined;
}

/** Reads the `detail` of one kind of event. */
export type ReadDetail = (detail: JsonObject) => EventParts;
