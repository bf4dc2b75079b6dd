import { once } from 'node:events';
import type { HttpRefusal, HttpRequest, OutboundResult } from '../../core/channels/http-exchange.ts';
import { type AddressGuard, createAddressGuard } from './address-guard.ts';
import { checkHeaders } from './check-headers.ts';
import { readTarget, refusalOf, type Target } from './check-url.ts';
import { type ConnectionPool, createConnectionPool } from './connection-pool.ts';
import { type Exchanged, exchange } from './exchange.ts';
import { networkFailureOf, type Interruption, startInterruption } from './network-failure.ts';
import { createResolveName, type ResolveName } from './resolve-name.ts';

export interface OutboundClientOptions {
  /** The `OUTBOUND_ALLOWED_CIDRS` setting: inside, plain http and every port may be used. Empty: no private address. */
  readonly allowedCidrs: readonly string[];
  /** For the whole of one exchange, from resolving the name to the last byte read. */
  readonly timeoutMs: number;
  /** For the TCP and TLS connection to one address. @default 5000, and never more than `timeoutMs` */
  readonly connectTimeoutMs?: number;
  /** @default the system's name servers */
  readonly resolve?: ResolveName;
  /** Milliseconds on any clock that does not go back. @default the monotonic clock */
  readonly now?: () => number;
}

/** Sends requests to addresses that users chose. */
export interface OutboundClient {
  /**
   * Sends one request. Any number may run at once. `signal` calls it off.
   *
   * @returns how it ended; never throws for anything that a URL or a receiver can cause
   */
  send(request: HttpRequest, signal?: AbortSignal): Promise<OutboundResult>;
  /** Closes every pooled connection. */
  close(): void;
}

const DEFAULT_CONNECT_TIMEOUT_MS = 5000;

/**
 * Makes the one client that all outgoing HTTP goes through.
 *
 * Each request resolves its name once and checks every address it gets; one that is private or reserved, and not
 * allowed, refuses the request before a connection is opened. The connection then goes to the checked address, so a
 * name that changes its answer gains nothing. No redirect is followed, TLS is always verified, proxy settings of the
 * environment are ignored, and at most 64 KB of an answer are read.
 *
 * @see https://owasp.org/www-community/attacks/Server_Side_Request_Forgery
 */
export function createOutboundClient(options: OutboundClientOptions): OutboundClient {
  const guard = createAddressGuard(options.allowedCidrs);
  const pool = createConnectionPool();
  const now = options.now ?? (() => performance.now());
  const resolve = options.resolve ?? createResolveName();
  return {
    async send(request, signal) {
      const target = readTarget(request.url, guard);
      if (target.kind === 'refused') return target;
      const refusal = checkHeaders(request.headers);
      if (refusal !== undefined) return refusal;
      const startedAt = now();
      const interruption = startInterruption(options.timeoutMs, signal);
      try {
        const result = await reach({ options, guard, pool, now, resolve, request, target, interruption });
        return result.kind === 'refused' ? result : { ...result, durationMs: Math.round(now() - startedAt) };
      } finally {
        interruption.clear();
      }
    },
    close: () => pool.close(),
  };
}

interface OutboundSend {
  readonly options: OutboundClientOptions;
  readonly guard: AddressGuard;
  readonly pool: ConnectionPool;
  readonly now: () => number;
  readonly resolve: ResolveName;
  readonly request: HttpRequest;
  readonly target: Target;
  readonly interruption: Interruption;
}

/** Tries the checked addresses in turn, until one takes the request. */
async function reach(sending: OutboundSend): Promise<Exchanged | HttpRefusal> {
  const { options, guard, pool, now, target, interruption } = sending;
  const resolved = await addressesOf(sending);
  if (resolved.kind !== 'addresses') return resolved;
  const refusal = resolved.addresses.map((address) => refusalOf(target, guard.judge(address))).find(Boolean);
  if (refusal !== undefined) return refusal;
  const connectTimeoutMs = Math.min(options.connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS, options.timeoutMs);
  let result: Exchanged = networkFailureOf(undefined, 'dns', interruption);
  for (const address of resolved.addresses) {
    const agent = pool.agentFor(target.secure, now());
    result = await exchange({ ...sending, address, agent, connectTimeoutMs });
    if (!isUnreachable(result) || interruption.signal.aborted) break;
  }
  return result;
}

/** No connection to this address was made, so another may be tried without repeating anything. */
function isUnreachable(result: Exchanged): boolean {
  return (
    result.kind === 'failed' && !result.maybeDelivered && (result.reason === 'connect' || result.reason === 'timeout')
  );
}

type Resolved = { readonly kind: 'addresses'; readonly addresses: readonly string[] } | Exchanged;

/** The one resolution of a request. */
async function addressesOf({ resolve, target, interruption }: OutboundSend): Promise<Resolved> {
  if (target.isAddress) return { kind: 'addresses', addresses: [target.host] };
  const { signal } = interruption;
  try {
    signal.throwIfAborted();
    const resolving = resolve(target.host, signal);
    const addresses = await Promise.race([resolving, once(signal, 'abort').then(() => signal.throwIfAborted())]);
    return { kind: 'addresses', addresses: addresses ?? [] };
  } catch (error) {
    return networkFailureOf(error, 'dns', interruption);
  }
}
