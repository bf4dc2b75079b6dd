import { CfnOutput, Fn, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Firewall, type FirewallProps } from '../constructs/edge/firewall.ts';

/** CloudFront looks for web ACLs in this Region only. */
const REGION = 'us-east-1';

const OUTPUT = 'WebAclArn';

/** The web ACL that CloudFront asks first. It is a stack of its own, because CloudFront dictates the Region. */
export class FirewallStack extends Stack {
  constructor(scope: Construct, id: string, { rateLimit, env, ...props }: FirewallProps & StackProps) {
    super(scope, id, { ...props, env: { ...env, region: REGION }, description: 'Notification router: firewall' });
    const { webAclArn } = new Firewall(this, 'Firewall', { rateLimit });
    new CfnOutput(this, OUTPUT, { value: webAclArn, description: 'What CloudFront asks first' });
  }

  /** For a stack in any Region, even one unknown at synthesis; that stack must depend on this one. */
  get webAclArn(): string {
    return Fn.getStackOutput(this.stackName, OUTPUT, REGION);
  }
}
