import type { Endpoint } from '../directory/endpoint.ts';
import { matchesHash } from '../directory/secret-hash.ts';
import { checkHops } from '../message/hop-path.ts';
import type { AcceptLimits, AcceptPorts, Refused, SendRequest } from './accept.ts';
import { pathOfSend, type SentPath } from './path-of-send.ts';

const PUBLIC_ID = /^[A-Za-z0-9_-]{21}$/;

/** A request that may send: checks 1 to 4 let it pass. */
export interface Admitted {
  readonly kind: 'admitted';
  readonly endpoint: Endpoint;
  readonly path: SentPath;
  /** When it came, epoch milliseconds. */
  readonly now: number;
}

/** Who asks to send, and what may be the key: looked for only where the webhook requires one. */
type Sender = Pick<SendRequest, 'publicId' | 'headers' | 'body' | 'isTest'> & {
  readonly keysIn?: () => readonly (string | undefined)[];
};

/** Checks 1 to 4: the webhook, the key, the switch, the loop. */
export async function admit(
  ports: Pick<AcceptPorts, 'endpoints' | 'now'>,
  sender: Sender,
  limits: AcceptLimits,
): Promise<Admitted | Refused> {
  const endpoint = PUBLIC_ID.test(sender.publicId) ? await ports.endpoints.read(sender.publicId) : undefined;
  if (endpoint === undefined) return { kind: 'not-found' };
  const path = pathOfSend(sender);
  const refusal = checkSender(endpoint, { ...sender, hops: path.hops }, limits);
  return refusal ?? { kind: 'admitted', endpoint, path, now: ports.now() };
}

/** Checks 2 to 4: the key, the switch, the loop. */
function checkSender(
  endpoint: Endpoint,
  { headers, hops, isTest, keysIn }: Sender & { readonly hops: readonly string[] },
  { maxHops }: AcceptLimits,
): Refused | undefined {
  if (endpoint.requireApiKey && isTest !== true) {
    const keys = [bearerOf(headers['authorization']), ...(keysIn?.() ?? [])];
    if (!keys.some((key) => isKey(endpoint, key))) return { kind: 'invalid-key' };
  }
  if (!endpoint.enabled) return { kind: 'disabled' };
  if (checkHops(hops, endpoint.webhookId, maxHops) === 'loop') return { kind: 'loop' };
  return undefined;
}

/** Case-sensitive: `bearer` is not `Bearer` (specification 4.1). */
function bearerOf(authorization = ''): string | undefined {
  return /^Bearer (\S+)$/.exec(authorization)?.[1];
}

function isKey({ apiKeyHash }: Endpoint, key: string | undefined): boolean {
  return key !== undefined && apiKeyHash !== undefined && matchesHash(key, apiKeyHash);
}
