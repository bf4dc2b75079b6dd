import { CfnResource, Names, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** Where CloudFront's resources have a name that must be unique in the account, not only in the Region. */
const NAME_OF: ReadonlyMap<string, string> = new Map([
  ['AWS::CloudFront::OriginAccessControl', 'OriginAccessControlConfig.Name'],
  ['AWS::CloudFront::OriginRequestPolicy', 'OriginRequestPolicyConfig.Name'],
  ['AWS::CloudFront::ResponseHeadersPolicy', 'ResponseHeadersPolicyConfig.Name'],
]);
/** Together with the longest Region name, this fits into the 64 characters of an access control's name. */
const LONGEST = 48;

/** Adds the Region to names that are unique in the whole account, so that a router can run in several Regions. */
export function nameByRegion(scope: Construct): void {
  for (const resource of scope.node.findAll()) {
    if (!CfnResource.isCfnResource(resource)) continue;
    const path = NAME_OF.get(resource.cfnResourceType);
    if (path === undefined) continue;
    const name = Names.uniqueResourceName(resource, { maxLength: LONGEST });
    resource.addPropertyOverride(path, `${name}-${Stack.of(resource).region}`);
  }
}
