import { lookup, Resolver } from 'node:dns/promises';

/** Of one question to one name server, and how often it is asked. Together below the least time limit of a request. */
const ASK = { timeout: 2000, tries: 2 };

/** Where names are looked up. */
export interface NameServers {
  /** `address:port` of name servers. @default those of the system */
  readonly servers?: readonly string[];
}

/** Gives the addresses of a name, best first; rejects when it has none. `signal` says that nobody waits any more. */
export type ResolveName = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * Asks name servers itself. The system's own resolver works in threads, of which Node gives it two; a name whose servers
 * keep silent holds one for longer than any of our time limits, and all other receivers would wait behind it.
 *
 * Names without a dot stand in the hosts file of this machine, and nobody out there answers for them. So may others that
 * name servers do not know; of these one is looked up at a time, because who answers "no such name" here may keep silent
 * there.
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
    // One for each name: it can be called off alone, and knows the name servers of now.
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
