import type { DialectName } from '../notification/dialects/dialect-names.ts';
import type {
  Dialect,
  DialectAnswer,
  DialectItem,
  DialectRequest,
  DialectRefusal,
} from '../notification/dialects/dialect.ts';
import { type Found, findOperation } from '../notification/dialects/find-operation.ts';
import { notificationOf } from '../notification/dialects/notification-of.ts';
import { loadDialect } from '../notification/dialects/registry.ts';
import { type AcceptLimits, type AcceptPorts, checkSize, exceededQuota, type Refused, takeIn } from './accept.ts';
import { admit } from './admit.ts';
import { takeEach } from './take-each.ts';

/** A request to an address of another product, `/n/{publicId}/<dialect>…`, as it arrived. */
export interface DialectSend extends Pick<DialectRequest, 'body' | 'requestId'> {
  readonly dialect: DialectName;
  readonly publicId: string;
  readonly method: string;
  /** Below the address: empty, or with a slash in front. Decoded. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** Lower-cased names; repeated headers joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What the sender is told, and what was stored, which may be something even when it is told of a failure. */
export interface DialectResult {
  readonly answer: DialectAnswer;
  readonly messageIds: readonly string[];
  /** Methods that there are, when the one of the request is not. */
  readonly allowed?: readonly string[];
  /** Why a notification is forwarded no further. */
  readonly loopReason?: string | undefined;
}

/** A request in the words of its dialect, found to be one of its calls. */
interface Call {
  readonly dialect: Dialect;
  readonly send: DialectSend;
  readonly request: DialectRequest;
  readonly operation: Extract<Found, { kind: 'operation' }>['operation'];
}

/**
 * `createAccept` for the wire formats of other products: the same checks in the same order, the same way of storing; only
 * reading and answering are the dialect's. Each of a request's notifications counts.
 *
 * @throws when a notification could not be stored, or not in time: then the request was not acknowledged.
 * @see contract section 9
 */
export function createAcceptDialect(ports: AcceptPorts, limits: AcceptLimits) {
  return async function acceptDialect(send: DialectSend): Promise<DialectResult> {
    const dialect = await loadDialect(send.dialect);
    const found = findOperation(dialect, send.method, send.path);
    const request = requestOf(send, found, ports.now());
    if (found.kind === 'no-path') return refuse(dialect, request, { status: 404, error: 'Not found' });
    if (found.kind === 'no-method') {
      const refused = refuse(dialect, request, { status: 405, error: 'Method not allowed' });
      return { ...refused, allowed: found.allowed };
    }
    return answerCall(ports, limits, { dialect, send, request, operation: found.operation });
  };
}

/** The answer of a dialect to a request that failed in a way nobody foresaw. */
export async function unavailableIn(send: DialectSend, now: number): Promise<DialectAnswer> {
  const dialect = await loadDialect(send.dialect);
  const request = requestOf(send, findOperation(dialect, send.method, send.path), now);
  return refuse(dialect, request, { status: 503, error: 'Service unavailable' }).answer;
}

function requestOf({ query, headers, body, requestId }: DialectSend, found: Found, now: number): DialectRequest {
  const params = found.kind === 'operation' ? found.params : {};
  return { params, query: new URLSearchParams(query), headers, body, now, requestId };
}

async function answerCall(ports: AcceptPorts, limits: AcceptLimits, call: Call): Promise<DialectResult> {
  const { dialect, send, request, operation } = call;
  const { publicId, headers, body } = send;
  const sender = { publicId, headers, body, keysIn: () => dialect.keysIn(request) };
  const admitted = await admit(ports, sender, limits);
  if (admitted.kind !== 'admitted') return refuseSend(dialect, request, admitted);
  const tooLarge = checkSize(send, limits);
  const read = tooLarge ?? (await operation.read(request));
  if (read.kind !== 'notifications') {
    const exceeded = await exceededQuota(ports, admitted);
    if (exceeded !== undefined) return refuseSend(dialect, request, exceeded);
    if (read.kind === 'nothing') return { answer: read.answer, messageIds: [] };
    return read.kind === 'invalid'
      ? refuse(dialect, request, { ...read, status: 400 })
      : refuseSend(dialect, request, read);
  }
  // The dialect stands where a preset would.
  const { preset: _, ...endpoint } = admitted.endpoint;
  const take = async (each: DialectItem) => {
    const { payloadText, about } = each;
    const notification = notificationOf(each, dialect.title);
    return takeIn(ports, { ...admitted, endpoint, headers, body: payloadText, notification, about });
  };
  const [item, ...others] = read.items;
  const first = await take(item);
  if (first.kind !== 'accepted') return refuseSend(dialect, request, first);
  const rest = await takeEach(others, take, ports.now);
  const messageIds = [first.messageId, ...rest.messageIds];
  if (rest.failed !== undefined) return { ...refuseSend(dialect, request, rest.failed), messageIds };
  return { answer: dialect.accepted({ messageId: first.messageId, item }, request), messageIds };
}

const refusals = {
  'not-found': { status: 404, error: 'Not found' },
  'invalid-key': { status: 401, error: 'Invalid API key' },
  disabled: { status: 403, error: 'Webhook is disabled' },
  loop: { status: 508, error: 'Loop detected' },
  exceeded: { status: 429, error: 'Message quota exceeded' },
  'too-large': { status: 413, error: 'Payload too large' },
  'invalid-json': { status: 400, error: 'Invalid JSON body' },
} as const satisfies Record<Refused['kind'], DialectRefusal>;

function refuseSend(dialect: Dialect, request: DialectRequest, result: Refused): DialectResult {
  const refused = refuse(dialect, request, refusals[result.kind]);
  return result.kind === 'loop' ? { ...refused, loopReason: result.reason } : refused;
}

function refuse(dialect: Dialect, request: DialectRequest, refusal: DialectRefusal): DialectResult {
  return { answer: { ...dialect.refused(refusal, request), status: refusal.status }, messageIds: [] };
}
