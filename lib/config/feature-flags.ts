import type { Node } from 'constructs';
import cdkJson from '../../cdk.json' with { type: 'json' };

const FLAGS = Object.entries(cdkJson.context).filter(([name]) => name.startsWith('@aws-cdk'));

/**
 * Sets the feature flags of the CDK for everything below a construct that has no children yet. The templates of a router
 * are those that were tested, whatever flags the app around it has.
 */
export function pinFeatureFlags(node: Node): void {
  for (const [name, value] of FLAGS) node.setContext(name, value);
}
