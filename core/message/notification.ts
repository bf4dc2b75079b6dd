import type { Content } from './content.ts';
import type { JsonObject } from './json-object.ts';

/** How a body was read (specification 4.1.1 to 4.1.3). */
export const notificationFormats = ['json', 'chat', 'text'] as const;

/** What a request body says, read once by ingest; everything later works on this. */
export interface Notification {
  readonly content: Content;
  readonly format: (typeof notificationFormats)[number];
  /** The whole JSON body; `{}` for plain text (specification 2.2). Filters and templates read it. */
  readonly payload: JsonObject;
  /** The body's own JSON text, without NUL; `{}` for plain text. Stored and forwarded, so numbers keep every digit. */
  readonly payloadText: string;
  /** What an operator should know of the reading, such as which path gave the title. */
  readonly notes: readonly string[];
  /** Nobody knows whether it is of whom it seems to be: it must not change an alert. */
  readonly isDoubted?: true;
}
