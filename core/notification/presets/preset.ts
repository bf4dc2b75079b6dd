import type { AlertStatus } from '../../message/alert-mark.ts';
import type { JsonObject } from '../../message/json-object.ts';
import type { Headers } from '../read-plain-text.ts';

/** What a preset reads: the JSON body and the request headers by lower-case name. Both are untrusted. */
export interface PresetInput {
  readonly body: JsonObject;
  readonly headers: Headers;
}

/**
 * What a preset makes of a body. A field it gives wins over the guessed one, an absent one leaves the guess. Texts need
 * no trimming to length and tags may hold `undefined`: `applyReading` handles both.
 */
export interface PresetReading {
  readonly title?: string | undefined;
  /** Readable text, several lines where that helps, never raw JSON. */
  readonly message?: string | undefined;
  /** 1 (lowest) to 5 (urgent). */
  readonly priority?: number | undefined;
  /** The source first, then event, severity, state, project and the like. They replace the body's own. */
  readonly tags: readonly (string | undefined)[];
  /** What an operator should know of the reading. */
  readonly notes?: readonly string[] | undefined;
  /** Nobody knows whether its sender sent this: it must not change an alert. */
  readonly isDoubted?: true;
}

/** What a body reports on, by a name that its sender keeps to, and how that stands. */
export interface Reported {
  /** The same for everything that is said of one thing. */
  readonly key: string;
  readonly status: AlertStatus;
  /** When it came to stand so, epoch milliseconds, where the sender says it. */
  readonly at?: number | undefined;
}

/** How the identity of what a sender reports is read, for webhooks with a lifecycle. The words are for the manual. */
export interface ReportIdentity {
  /** What the key is made of. */
  readonly key: string;
  /** What each status is read from. */
  readonly status: string;
  /** Where the sender's own time stands; `-`: it says none. */
  readonly time: string;
  /** `undefined`: the body has no identity. Pure. */
  readonly read: (input: PresetInput) => Reported | undefined;
}

/** An answer to a GET, whatever its status. */
export interface FetchedText {
  readonly status: number;
  readonly text: string;
}

/** What a preset's `check` may reach. */
export interface PresetPorts {
  /**
   * A GET over the guarded client; `undefined` when no answer came. Pass the same function every time: what it fetched
   * is kept with it.
   */
  readonly fetchText: (url: string) => Promise<FetchedText | undefined>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * How one kind of sender is read.
 *
 * @see contract section 2, Presets
 */
export interface Preset {
  /** Reads a body; `undefined` when it is not what this sender sends, so that guessing has the word. Pure. */
  readonly read: (input: PresetInput) => PresetReading | undefined;
  /** Work that needs the network, such as checking a signature. Sees the reading and may change it; never rejects. */
  readonly check?: (input: PresetInput, reading: PresetReading, ports: PresetPorts) => Promise<PresetReading>;
  /** The sender's own id of this delivery, the same when it sends again (see `dedupIdOf`). Pure. */
  readonly deliveryId?: (input: PresetInput) => string | undefined;
  /** What its bodies report on. Absent: the sender names nothing by which two bodies are about the same. */
  readonly identity?: ReportIdentity;
  /** The field that its JSON stands in, where the sender may wrap it in a form. */
  readonly formField?: string;
  /** The key of a number that is another one when the same delivery is sent again. @default the body is the same */
  readonly changesWithRepetition?: string;
}

/** A preset whose bodies report on something. */
export interface ReportingPreset extends Preset {
  readonly identity: ReportIdentity;
}
