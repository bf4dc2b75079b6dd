import { Agent, request, type IncomingMessage } from 'node:http';
import { appendForwardedFor, pairs } from '../headers.ts';
import { errorPage, type Origin, type OriginRequest, type OriginResponse } from './origin.ts';

/** Whom the load balancer talks to: the edge, which is this process. */
const EDGE_ADDRESS = '127.0.0.1';

/** A load balancer in front of tasks. `target` gives the address of a healthy one, `http://127.0.0.1:<port>`. */
export function balancerOrigin(target: () => string | undefined): Origin {
  const agent = new Agent({ keepAlive: true });
  return async (forwarded) => {
    const address = target();
    return address === undefined ? errorPage(503, 'Service Temporarily Unavailable') : send(address, forwarded, agent);
  };
}

function send(address: string, forwarded: OriginRequest, agent: Agent): Promise<OriginResponse> {
  const { method, path, query, headers, body, signal, readTimeoutMs } = forwarded;
  return new Promise((settle) => {
    const outgoing = request(address + path + (query === '' ? '' : `?${query}`), {
      method,
      agent,
      signal,
      // As a flat list, in which names may repeat.
      headers: appendForwardedFor(headers, EDGE_ADDRESS).flat(),
    });
    outgoing.setTimeout(readTimeoutMs, () => {
      settle(errorPage(504, 'Gateway Timeout'));
      outgoing.destroy();
    });
    outgoing.on('error', () => settle(errorPage(502, 'Bad Gateway')));
    outgoing.on('response', (response: IncomingMessage) =>
      settle({ status: response.statusCode ?? 502, headers: pairs(response.rawHeaders), body: response }),
    );
    body.pipe(outgoing);
  });
}
