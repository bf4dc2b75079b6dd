import { CfnResource, Names, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** Where CloudFront's resources have names that are unique in an account, not in a Region. */
const NAME_OF: ReadonlyMap<string, string> = new Map([
  ['AWS::CloudFront::OriginAccessControl', 'OriginAccessControlConfig.Name'],
  ['AWS::CloudFront::OriginRequestPolicy', 'OriginRequestPolicyConfig.Name'],
  ['AWS::CloudFront::ResponseHeadersPolicy', 'ResponseHeadersPolicyConfig.Name'],
]);
/** With the longest Region within the 64 characters that an access control may have. */
const LONGEST = 48;

/** Gives what CloudFront names in the whole account a name with the Region, so that a router may stand in several. */
export function nameByRegion(scope: Construct): void {
  for (const resource of scope.node.findAll()) {
    if (!CfnResource.isCfnResource(resource)) continue;
    const path = NAME_OF.get(resource.cfnResourceType);
    if (path === undefined) continue;
    const name = Names.uniqueResourceName(resource, { maxLength: LONGEST });
    resource.addPropertyOverride(path, `${name}-${Stack.of(resource).region}`);
  }
}
