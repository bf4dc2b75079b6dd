import { lookup, Resolver } from 'node:dns/promises';

/** Time for one question to one name server, and how many tries. In total below the shortest limit of a request. */
const ASK = { timeout: 2000, tries: 2 };

/** Where names are looked up. */
export interface NameServers {
  /** `address:port` of name servers. @default those of the system */
  readonly servers?: readonly string[];
}

/** Returns the addresses of a name, best first; rejects when it has none. `signal` says that nobody waits any more. */
export type ResolveName = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * Asks name servers itself. The system's own resolver works in threads, and Node gives it two; a name whose servers
 * stay silent holds one for longer than any of our time limits, and all other receivers would wait behind it.
 *
 * Names without a dot are in this machine's hosts file, and no name server answers for them. Other names that name
 * servers do not know may be there too. The system looks those up one at a time, because a server that answers "no such
 * name" to us may stay silent to the system.
 *
 * @see https://nodejs.org/docs/latest-v24.x/api/dns.html#implementation-considerations
 */
export function createResolveName({ servers }: NameServers = {}): ResolveName {
  let isBusy = false;

  async function bySystemInTurn(host: string, unknown: unknown): Promise<string[]> {
    if (isBusy) throw unknown;
    isBusy = true;
    try {
      return await bySystem(host);
    } finally {
      isBusy = false;
    }
  }

  return async (host, signal) => {
    if (!host.includes('.')) return bySystem(host);
    // One for each name: it can be cancelled alone, and knows the current name servers.
    const resolver = new Resolver(ASK);
    if (servers !== undefined) resolver.setServers(servers);
    const callOff = () => resolver.cancel();
    signal.addEventListener('abort', callOff);
    try {
      return await byServers(resolver, host);
    } catch (error) {
      if (signal.aborted || isSilence(error)) throw error;
      return await bySystemInTurn(host, error);
    } finally {
      signal.removeEventListener('abort', callOff);
    }
  };
}

/** IPv4 first: Lambda functions outside a VPC have no IPv6. */
async function byServers(resolver: Resolver, host: string): Promise<string[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length === 0 && four.status === 'rejected') throw four.reason;
  return found;
}

async function bySystem(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true, order: 'ipv4first' });
  return found.map(({ address }) => address);
}

function isSilence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ETIMEOUT';
}
