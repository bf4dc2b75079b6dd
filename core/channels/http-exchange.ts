/** A request as data. The adapter that sends it sets `host`, `content-length` and the connection's own headers. */
export interface HttpRequest {
  readonly kind: 'http';
  readonly method: 'POST' | 'PUT' | 'GET' | 'DELETE' | 'PATCH';
  /** Absolute, http or https. Often holds a secret: it must not reach a log or an error. */
  readonly url: string;
  /** Lower-cased names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** As for `ChannelRequest`. */
  readonly recipient?: string;
}

/** An answer, of any status. */
export interface HttpResponse {
  readonly kind: 'response';
  readonly status: number;
  /** Lower-cased names; repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The first 64 KB as UTF-8 text. */
  readonly body: string;
  /** The answer was longer than `body`, or its rest did not come in time. */
  readonly truncated: boolean;
  readonly durationMs: number;
}

/** Not sent at all, because sending is forbidden: no connection was opened. The same request will be refused again. */
export interface HttpRefusal {
  readonly kind: 'refused';
  /** What is wrong and what is allowed; names no secret part of the URL. */
  readonly reason: string;
}

/**
 * Where an exchange broke off. `dns`: the name has no address. `connect`: no TCP connection. `tls`: no trusted
 * connection. `reset`: closed before an answer came. `protocol`: the answer is not HTTP. `timeout`: out of time, in
 * any of these phases. `aborted`: the caller cancelled it.
 */
export type NetworkFailureReason = 'dns' | 'connect' | 'tls' | 'reset' | 'protocol' | 'timeout' | 'aborted';

/** No answer came. */
export interface NetworkFailure {
  readonly kind: 'failed';
  readonly reason: NetworkFailureReason;
  /** For operators; names no secret part of the URL. */
  readonly message: string;
  /** The request left in part or in whole, so the receiver may have acted on it. */
  readonly maybeDelivered: boolean;
  readonly durationMs: number;
}

/** How one request ended. All of it is expected: nothing here is thrown. */
export type OutboundResult = HttpResponse | HttpRefusal | NetworkFailure;
