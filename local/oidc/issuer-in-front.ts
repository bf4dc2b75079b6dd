import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LocalIssuer } from './local-issuer.ts';

/** Something that answers requests. */
interface Door {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** The issuer and the edge on one port: the issuer answers what lies below its address, the edge everything else. */
export function issuerInFront(issuer: LocalIssuer, edge: Door): Door {
  return {
    handle: (request, response) => (issuer.owns(request) ? issuer : edge).handle(request, response),
  };
}
