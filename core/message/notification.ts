import type { JsonObject } from './json-object.ts';

/** How the body was read (specification 4.1.1 to 4.1.3). */
type NotificationFormat = 'json' | 'chat' | 'text';

/** What a request body says, read once by ingest; everything later works on this. */
export interface Notification {
  /** At most 200 characters (Unicode code points). */
  readonly title?: string;
  /** At most 4,000 characters (Unicode code points); may be empty for an empty plain-text body. */
  readonly message: string;
  /** 1 (lowest) to 5 (urgent). */
  readonly priority?: number;
  readonly tags: readonly string[];
  readonly format: NotificationFormat;
  /** The whole JSON body; `{}` for plain text (specification 2.2). Filters and templates read it. */
  readonly payload: JsonObject;
  /** The body's own JSON text, without NUL; `{}` for plain text. Stored and forwarded, so numbers keep every digit. */
  readonly payloadText: string;
  /** What an operator should know of the reading, such as which path gave the title. */
  readonly notes: readonly string[];
}
