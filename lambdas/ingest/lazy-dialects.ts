import type { AcceptLimits, AcceptPorts } from '../../core/sending/accept.ts';
import type { AcceptDialect } from './dialect-handler.ts';

/** The wire formats of other products, loaded with the first request in one: most sends are in none. */
export function lazyDialects(ports: AcceptPorts, limits: AcceptLimits): AcceptDialect {
  return async () => {
    const { createAcceptDialect, unavailableIn } = await import('../../core/sending/accept-dialect.ts');
    return { accept: createAcceptDialect(ports, limits), unavailable: unavailableIn };
  };
}
