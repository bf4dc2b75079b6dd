import type { Peer, SecurityGroups } from './security-groups.ts';

/** Security groups and ports on the way from CloudFront to a container and on to the world. */
export interface StreamPath {
  readonly balancerGroups: readonly string[];
  readonly balancerPort: number;
  readonly taskGroups: readonly string[];
  readonly taskPort: number;
}

/**
 * CloudFront as a VPC origin sees it: an address of its own, in its managed prefix list, not one of the VPC. The list
 * has the id that it has in us-east-1.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/LocationsOfEdgeServers.html
 */
const CLOUDFRONT: Peer = { address: '130.176.0.1', groups: [], prefixLists: ['pl-3b927c52'] };
/** Any address outside. AWS's own services are outside, too, as the VPC has no endpoints for them. */
const WORLD: Peer = { address: '192.0.2.1', groups: [] };
const HTTPS = 443;

/** A part of the way that security groups may block. */
export type Block = 'edge to balancer' | 'balancer to task' | 'task to world';

/** The first part of the way that security groups block; undefined when the way is free. */
export function blockOn(groups: SecurityGroups, path: StreamPath): Block | undefined {
  const balancer: Peer = { address: '10.0.128.1', groups: path.balancerGroups };
  const task: Peer = { address: '10.0.0.1', groups: path.taskGroups };
  if (!groups.admit(task, WORLD, HTTPS)) return 'task to world';
  if (!groups.admit(balancer, task, path.taskPort)) return 'balancer to task';
  if (!groups.admit(CLOUDFRONT, balancer, path.balancerPort)) return 'edge to balancer';
  return undefined;
}
