import type { AlertStatus } from '../../message/alert-mark.ts';
import type { JsonObject } from '../../message/json-object.ts';
import type { HandedBody } from '../decode-body.ts';
import type { Headers } from '../read-plain-text.ts';

/** A request to an address of another product, below that product's own base. All of it is untrusted. */
export interface DialectRequest {
  /** What stands in the path, by the names in `Operation.path`; decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** By lower-case name. */
  readonly headers: Headers;
  readonly body: HandedBody;
  /** When it came, epoch milliseconds. */
  readonly now: number;
  /** The id of the request, which no notification has. */
  readonly requestId: string;
}

/** What a request says of an alert, for webhooks with a lifecycle. What is absent is read from the body. */
export interface About {
  readonly key?: string | undefined;
  readonly status?: AlertStatus | undefined;
  /** When it ends by itself unless it is said again, epoch milliseconds. */
  readonly endsAt?: number | undefined;
}

/** One notification in a request. */
export interface DialectItem {
  /** What is stored, filtered and forwarded: the body, or what a form or a query says, without secrets. */
  readonly payload: JsonObject;
  /** The JSON text of `payload`, as it was sent wherever it was JSON. */
  readonly payloadText: string;
  readonly title?: string | undefined;
  /** Absent: it is guessed from the payload, with the title. */
  readonly message?: string | undefined;
  /** 1 (lowest) to 5 (urgent). */
  readonly priority?: number | undefined;
  /** A list or comma-separated text. */
  readonly tags?: unknown;
  /** Where the notification leads to; it becomes the last line of the message. */
  readonly link?: string | undefined;
  /** What an operator should know of the reading. */
  readonly notes?: readonly string[];
  /** @param messageId of the notification, which is the key where the sender has none of its own */
  readonly about?: (messageId: string) => About;
}

/** What a request turned out to be. */
export type DialectReading =
  | { readonly kind: 'notifications'; readonly items: readonly [DialectItem, ...DialectItem[]] }
  /** It says nothing, and that is no mistake. */
  | { readonly kind: 'nothing'; readonly answer: DialectAnswer }
  /** Answered with 400. `code` is the product's own number for it, `link` where its manual tells of it. */
  | { readonly kind: 'invalid'; readonly error: string; readonly code?: number; readonly link?: string };

/** One call of a product's interface. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Below the address of the dialect: `/v2/alerts/{id}`. `{id+}` may hold slashes. */
  readonly path: string;
  /** For the manual and the OpenAPI document. */
  readonly summary: string;
  /** A body for it: text, or what is sent as JSON. Absent where there is none. */
  readonly example?: unknown;
  readonly read: (request: DialectRequest) => DialectReading | Promise<DialectReading>;
}

/** A notification that was stored. */
export interface StoredItem {
  readonly messageId: string;
  readonly item: DialectItem;
}

/** Why nothing is stored, or not everything. */
export interface DialectRefusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 429 | 503 | 508;
  /** In our words, such as `Invalid API key`. */
  readonly error: string;
  readonly code?: number;
  readonly link?: string;
}

/** An answer in the shape of the product: JSON, or text. */
export interface DialectAnswer {
  readonly status: number;
  readonly json?: unknown;
  readonly text?: string;
}

/**
 * The wire format of another product: what its clients send and want to hear. What is done with a request in between
 * is the same for all, and the same as for every other send.
 *
 * @see contract section 9
 */
export interface Dialect {
  /** The product, as it calls itself. */
  readonly title: string;
  readonly operations: readonly Operation[];
  /** The statuses of success. */
  readonly answers: readonly (200 | 202 | 204)[];
  /** What may be the key of the webhook, where this product puts its own; beside `Authorization: Bearer`. */
  readonly keysIn: (request: DialectRequest) => readonly (string | undefined)[];
  /** The success of the product. `stored` is the first of the request's notifications. */
  readonly accepted: (stored: StoredItem, request: DialectRequest) => DialectAnswer;
  /** An error in the product's shape; its status is ours. */
  readonly refused: (refusal: DialectRefusal, request: DialectRequest) => Omit<DialectAnswer, 'status'>;
}
