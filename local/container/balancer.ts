import { balancerOrigin } from '../cloudfront/origins/balancer-origin.ts';
import { errorPage, type Origin } from '../cloudfront/origins/origin.ts';
import type { SecurityGroups } from '../network/security-groups.ts';
import { blockOn } from '../network/stream-path.ts';
import type { Container } from './container.ts';
import type { ContainerDefinition } from './container-definition.ts';
import { inTurn } from './in-turn.ts';

/** A load balancer with the tasks behind it. */
export interface Balancer {
  readonly domain: string;
  readonly containers: readonly Container[];
  readonly origin: Origin;
}

interface BalancerParts {
  readonly groups: SecurityGroups;
  /** Makes one task. */
  readonly start: () => Container;
}

/** On AWS, a call that a security group blocks hangs until the caller gives up. Here it fails at once. */
export function balancerOf(definition: ContainerDefinition, { groups, start }: BalancerParts): Balancer {
  const { balancerDomain: domain, tasks } = definition;
  const block = blockOn(groups, definition.path);
  if (block !== undefined) process.stderr.write(`network: security groups block ${definition.name}, ${block}\n`);
  // A task whose image cannot be fetched never starts.
  const containers = Array.from({ length: block === 'task to world' ? 0 : tasks }, start);
  const reachable = block === undefined || block === 'task to world';
  return {
    domain,
    containers,
    origin: reachable ? balancerOrigin(inTurn(containers)) : async () => errorPage(504, 'Gateway Timeout'),
  };
}
